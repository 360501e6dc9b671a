/** Console blocks in documentation pages. */

import { run } from '../../src/cli/run/run-command-line.ts';
import { createTestSystem } from '../helpers/run-command.ts';
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

/** A block of a page, of any language. */
export interface GuideBlock {
  readonly language: string;
  readonly text: string;
  /** The commands of a transcript; none in other blocks. */
  readonly commands: readonly Shown[];
}

/** Returns all blocks of a page, those in a list without its indent. */
export function blocksOf(markdown: string): GuideBlock[] {
  return [...markdown.matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms)].map(
    ([, indent = '', language = '', body = '']) => {
      const lines = body.split('\n').map((line) => line.slice(indent.length));
      const commands = language === 'console' ? commandsIn(lines.slice(0, -1)) : [];
      return { language, text: lines.join('\n'), commands };
    },
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
 * Returns a function that runs the commands of a page as a user in a terminal would, sequentially. An id written as
 * `pay_…` means the first one of its kind that an earlier command printed.
 */
export function reader(service: Service) {
  const seen = new Map<string, string>();
  return async ({ command }: Shown): Promise<{ code: number; output: string[] }> => {
    const [line = ''] = command.split(/ +#/);
    const words = withIds(line, seen)
      .replace(/^remit /, '')
      .replaceAll('https://api.example.com', service.baseUrl);
    // One list for both streams: what is printed to a terminal stands there in its order.
    const screen: Uint8Array[] = [];
    const typed = {
      stdin: 'y\n',
      columns: 110,
      cwd: service.cwd,
      tty: { stdin: true, stdout: !/ --(json|csv)\b| -o /.test(words), stderr: true },
      env: { ...service.env, NO_COLOR: '1', LANG: 'C.UTF-8' },
    };
    const code = await run(createTestSystem(splitWords(words), typed, screen, screen));
    const text = Buffer.concat(screen).toString().replaceAll(spinning, '');
    for (const [id, prefix = ''] of text.matchAll(idsIn))
      if (!seen.has(prefix)) seen.set(prefix, id);
    return { code, output: tidy(service, text) };
  };
}

const splitWords = (line: string): string[] =>
  (line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []).map((word) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  );

/** The output of the spinner, which leaves nothing on the screen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how a line is overwritten
const spinning = /\r\u001b\[K(. working, \d+ s)?/gu;

/** Ids in a text, with their prefix. */
export const idsIn = /\b([a-z]+_)[a-z2-7]{16}\b/g;

/** Returns a line with the ids that `seen` has by their prefix in place of `pay_…`. */
export const withIds = (line: string, seen: ReadonlyMap<string, string>): string =>
  line.replaceAll(/\b([a-z]+_)…/g, (unknown, prefix: string) => seen.get(prefix) ?? unknown);

/** Removes the parts that differ between runs: ids, tokens, the URL, the directory. */
export function tidy(
  { baseUrl, home, cwd }: { baseUrl: string | RegExp; home: string; cwd: string },
  text: string,
): string[] {
  return text
    .replaceAll(baseUrl, 'http://127.0.0.1:4010')
    .replaceAll(cwd, '.')
    .replaceAll(home, '~/.remit')
    .replaceAll(/(?<=\(profile |^PROFILE +)test\b/gm, 'sandbox')
    .replaceAll(/\b([a-z]+_)[a-z2-7]{16}(?= {2})/g, (id, prefix) => `${prefix}…`.padEnd(id.length))
    .replaceAll(idsIn, '$1…')
    .replaceAll(/\b(sbxc?_)[\w-]{20,}/g, '$1…')
    .replaceAll(/ at \d{4}-[\d-]+T[\d:.]+Z/g, ' at …')
    .replaceAll(/···\d{4}/g, '···4321')
    .replaceAll(/(?<=ending in )\d{4}/g, '4321')
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
