/** Console blocks in documentation pages. */

import type { Service } from '../helpers/signed-in-sandbox.ts';

/** A command in a page, and the output that the page shows. */
export interface Shown {
  readonly command: string;
  readonly output: readonly string[];
}

/** Returns the ```console blocks of a page: each `$ ` line is a command, the lines after it are its output. */
export function blocksIn(markdown: string): Shown[][] {
  return [...markdown.matchAll(/^```console\n(.*?)^```$/gms)].map(([, block = '']) =>
    commandsIn(block.split('\n').slice(0, -1)),
  );
}

function commandsIn(lines: readonly string[]): Shown[] {
  const shown: { command: string; output: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith('$ ')) shown.push({ command: line.slice(2), output: [] });
    else shown.at(-1)?.output.push(line);
  }
  return shown;
}

/** Returns the page with other outputs, given in the order of its blocks. */
export function withOutputs(markdown: string, outputs: readonly (readonly Shown[])[]): string {
  const blocks = outputs.map((block) =>
    block.flatMap(({ command, output }) => [`$ ${command}`, ...output]).join('\n'),
  );
  return markdown.replaceAll(
    /^```console\n.*?^```$/gms,
    () => `\`\`\`console\n${blocks.shift()}\n\`\`\``,
  );
}

/**
 * Returns a function that runs the commands of a page as a user at a terminal would, sequentially. An id written as
 * `pay_…` means the first one of its kind that an earlier command printed.
 */
export function reader(service: Service) {
  const seen = new Map<string, string>();
  return async ({ command }: Shown): Promise<{ code: number; output: string[] }> => {
    const [line = ''] = command.split(/ +#/);
    const words = line
      .replace(/^remit /, '')
      .replaceAll('https://api.example.com', service.baseUrl)
      .replaceAll(/\b([a-z]+_)…/g, (unknown, prefix: string) => seen.get(prefix) ?? unknown);
    const { code, out, err } = await service.remit(words, {
      stdin: 'y\n',
      columns: 110,
      tty: { stdin: true, stdout: !/ --(json|csv)\b| -o /.test(words), stderr: true },
      env: { NO_COLOR: '1' },
    });
    for (const [id, prefix = ''] of out.matchAll(ids)) if (!seen.has(prefix)) seen.set(prefix, id);
    return { code, output: tidy(service, `${err.replaceAll(spinning, '')}${out}`) };
  };
}

/** The output of the spinner, which leaves nothing on the screen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how a line is overwritten
const spinning = /\r\u001b\[K(. working, \d+ s)?/gu;

const ids = /\b([a-z]+_)[a-z2-7]{16}\b/g;

/** Removes the parts that differ between runs: ids, tokens, the URL, the folder. */
function tidy({ baseUrl, home, cwd }: Service, text: string): string[] {
  return text
    .replaceAll(baseUrl, 'http://127.0.0.1:4010')
    .replaceAll(home, '~/.remit')
    .replaceAll(cwd, '.')
    .replaceAll(/\b([a-z]+_)[a-z2-7]{16}(?= {2})/g, (id, prefix) => `${prefix}…`.padEnd(id.length))
    .replaceAll(ids, '$1…')
    .replaceAll(/\b(sbxc?_)[\w-]{20,}/g, '$1…')
    .replaceAll(/ at \d{4}-[\d-]+T[\d:.]+Z/g, ' at …')
    .replaceAll(/···\d{4}/g, '···4321')
    .replaceAll(/\b([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g, '…')
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line, at, all) => line !== '' || all.length > at + 1);
}

/** Normalizes output so that only differences in column widths are ignored. */
export const loose = (lines: readonly string[]): string[] =>
  lines
    .map((line) =>
      line
        .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'now')
        .replaceAll(/ {2,}|─+/g, '  ')
        .trim(),
    )
    .filter((line) => line !== '');
