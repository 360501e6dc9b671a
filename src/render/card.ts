/** One record under another: a line for every field, `label  value`. What is empty is left out. */
export function card(
  labels: readonly string[],
  painted: readonly string[],
  cells: readonly string[],
): string {
  const longest = Math.max(...labels.map((it) => it.length));
  return labels
    .map((label, at) => {
      const text = cells[at] ?? '';
      if (text === '') return '';
      return `${painted[at]}${' '.repeat(longest - label.length)}  ${text}\n`;
    })
    .join('');
}
