/**
 * Letters that are drawn like a Latin letter or digit: those of Cyrillic, Greek and extended Latin that names are forged with, from
 * the confusables of Unicode. Letters that NFKC maps are not repeated.
 */
const drawnAlike: Readonly<Record<string, string>> = {
  // Cyrillic
  ...pairs('АВЕЅІЈКМНОРСТУХԚԜ', 'ABESIJKMHOPCTYXQW'),
  ...pairs('авеѕіјкмнорстухԛԝһԁӏгпь', 'abesijkmhopctyxqwhdlrnb'),
  // Greek
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('αεικνορτυχγωϲημ', 'aeikvoptuxywcnu'),
  // Latin letters that do not decompose
  ...pairs('ıłøđħɑɡſŁØĐĦ', 'ilodhagsLODH'),
};

function pairs(letters: string, latin: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter, at) => [letter, latin.charAt(at)]));
}

/** Returns a text with the Latin letter in place of each that is drawn like it. */
export const toLatin = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text.replaceAll(/[^ -~]/gu, (letter) => drawnAlike[letter] ?? letter);
