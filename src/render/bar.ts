const LENGTH = 20;

/** A part of 1 to look at: a bar, and the same in per cent. */
export function bar(share: number): string {
  const full = Math.round(share * LENGTH);
  const percent = `${Math.round(share * 100)} %`.padStart(5);
  return `${'█'.repeat(full)}${'·'.repeat(LENGTH - full)} ${percent}`;
}
