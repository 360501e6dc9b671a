import { Stopped, UsageError } from '../cli/errors.ts';
import type { Globals } from '../cli/globals.ts';
import type { Host } from '../cli/host.ts';
import { plain, plainLines } from '../render/plain.ts';
import { Interrupted } from './failures.ts';
import { isInteractive } from './interactive.ts';

/** Shows what is about to happen and asks, default No. Without a terminal only `--yes` says yes. Throws `Stopped` on a No. */
export async function confirm(
  lines: readonly string[],
  question: string,
  host: Host,
  globals: Globals,
): Promise<boolean> {
  if (globals.yes) return false;
  if (!isInteractive(host, globals)) {
    throw new UsageError(`This asks first, and no one can be asked here: ${question}`, {
      next: ['add --yes to say yes'],
    });
  }
  await host.stderr.write([...lines, `${question} [y/N] `].map(plain).join('\n'));
  const answer = await lineOf(host);
  if (!/^y(es)?$/i.test(answer.trim())) throw new Stopped('declined', 'Nothing was sent.');
  return true;
}

/** Waits for Enter; goes on at once where nobody sits. */
export async function pause(text: string, host: Host, globals: Globals): Promise<void> {
  if (!isInteractive(host, globals)) return;
  await host.stderr.write(`${plainLines(text)} `);
  await lineOf(host);
}

/** Asks for a secret without showing it. Throws `UsageError` where no one can be asked. */
export async function secret(
  label: string,
  flag: string,
  host: Host,
  globals: Globals,
): Promise<string> {
  if (!isInteractive(host, globals)) {
    throw new UsageError(`${label} is needed, and no one can be asked here.`, {
      next: [`add ${flag}`],
    });
  }
  // Nothing that is typed at the sight of the question is shown any more.
  host.stdin.setRaw(true);
  try {
    await host.stderr.write(`${plainLines(label)}: `);
    return await hiddenLine(host);
  } finally {
    host.stdin.setRaw(false);
    await host.stderr.write('\n');
  }
}

async function lineOf(host: Host): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of host.stdin.read()) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n')) break;
  }
  return text.split('\n', 1)[0] ?? '';
}

/** Enter, Ctrl-C, Ctrl-D. */
const ENDS = ['\r', '\n', '\u0003', '\u0004'];

/** In raw mode the terminal edits nothing: backspace, Ctrl-C and Ctrl-D are ours to honour. */
async function hiddenLine(host: Host): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of host.stdin.read()) {
    const keys = decoder.decode(chunk, { stream: true });
    const end = [...keys].findIndex((key) => ENDS.includes(key));
    text = typed(text, end < 0 ? keys : keys.slice(0, end));
    if (keys[end] === '\u0003') throw new Interrupted('SIGINT');
    if (end >= 0) return text;
  }
  return text;
}

const typed = (before: string, keys: string): string =>
  [...keys].reduce(
    (text, key) => (key === '\u007f' || key === '\b' ? text.slice(0, -1) : text + key),
    before,
  );
