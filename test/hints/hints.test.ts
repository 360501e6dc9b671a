import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { locate } from '../../src/commands/find-command.ts';
import { tree } from '../../src/commands/tree.ts';
import { chooseAt } from '../helpers/bank-link-page.ts';
import { writeFakeSshKeygen, writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { answerConfirmation, type TestInput, withoutSpinner } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { INTERRUPTED, type Situation, situations, usual } from './situations.ts';
import { commandsIn, readSourceHints, SLOT } from './source-hints.ts';
import { unreached } from './unreached.ts';

const firstOf = async ({ json }: Service, line: string) =>
  (await json<{ id: string }[]>(line))[0]?.id ?? '';

const inStatus = (status: string) => (service: Service) =>
  firstOf(service, `payable list --status ${status}`);

/** What lines name in braces, read from the sandbox when it is needed. */
const values: Readonly<Record<string, (service: Service) => Promise<string> | string>> = {
  payer: ({ payer }) => payer,
  payee: ({ payee }) => payee,
  token: ({ token }) => token,
  url: ({ baseUrl }) => baseUrl,
  port: ({ baseUrl }) => new URL(baseUrl).port,
  bank: (it) => firstOf(it, 'bank list'),
  connection: (it) => firstOf(it, 'connection list'),
  payment: async ({ json }) =>
    (await json<{ paymentId: string }[]>('pay list'))[0]?.paymentId ?? '',
  intent: (it) => firstOf(it, 'journal list'),
  event: (it) => firstOf(it, 'sandbox events'),
  invitation: (it) => firstOf(it, 'invite list --status pending'),
  created: (it) => firstOf(it, 'business list --status pending'),
  cwd: ({ cwd }) => cwd,
  approved: inStatus('APPROVED'),
  submitted: inStatus('SUBMITTED'),
};

const usualFills: Readonly<Record<string, string>> = {
  '<payable>': 'CL-1001',
  '<payment>': '{payment}',
  '<business>': '{payer}',
  '<bank>': '{bank}',
  '<connection>': '{connection}',
  '<email>': 'ap@linen.test',
  '<dollars>': '5',
  '<date>': '2026-03-04',
  '<text>': 'Wrong',
  '<file>': 'file.csv',
  '<plan>': 'run.json',
  '<url>': '{url}',
  '<amount1>': '0.05',
  '<amount2>': '0.04',
};

async function putIn(service: Service, text: string): Promise<string> {
  let filled = text;
  for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g)) {
    filled = filled.replace(`{${name}}`, (await values[name]?.(service)) ?? '');
  }
  return filled;
}

/** A sandbox in a situation, and the lines that the situation's command printed. */
interface Brought {
  readonly service: Service;
  readonly lines: readonly string[];
  readonly run: (
    words: readonly string[] | string,
    input?: TestInput,
  ) => ReturnType<Service['remit']>;
}

async function bring({ line, given = [], seed, files = {}, env = {}, isAsked }: Situation) {
  const service = await startService(undefined, {}, seed);
  const PATH = await writeFakeSshKeygen(join(service.cwd, '.bin'));
  const home = env['REMIT_HOME'] && { REMIT_HOME: join(service.cwd, env['REMIT_HOME']) };
  const run: Brought['run'] = (words, input) =>
    service.remit(words, {
      ...(person as TestInput),
      interrupted: AbortSignal.timeout(20_000),
      env: { HOME: service.cwd, PATH, NO_COLOR: '1', ...env, ...home },
      ...input,
    });
  for (const [name, text] of Object.entries(files)) await service.file(name, text);
  for (const it of given) {
    if (it.startsWith('key ')) await writeSshKey(join(service.cwd, it.slice(4)), it.slice(4));
    else await service.remit(await putIn(service, it), person);
  }
  const terminal = { stdin: isAsked ?? false, stdout: true, stderr: true };
  const { out, err } = await run(await putIn(service, line), { tty: terminal, columns: 400 });
  const lines = withoutSpinner(`${out}\n${err}`).split('\n');
  return { service, run, lines: lines.map((it) => it.trim()) };
}

const person = {
  stdin: answerConfirmation,
  tty: { stdin: true, stderr: true },
  browser: (url: string) => void chooseAt(url).catch(() => {}),
} satisfies TestInput;

const printed: string[] = [];

/** Runs each command that a situation tells to type, where nothing was changed by the one before. */
async function failures(situation: Situation): Promise<readonly string[]> {
  const wrong: string[] = [];
  let now = await bring(situation);
  printed.push(...now.lines);
  const count = now.lines.flatMap(firstCommandsIn).length;
  for (let at = 0; at < count; at++) {
    const line = now.lines.find(
      (_, to) => now.lines.slice(0, to + 1).flatMap(firstCommandsIn).length > at,
    );
    const typed = now.lines.flatMap(firstCommandsIn)[at] ?? [];
    const fills = { ...usualFills, ...situation.fills };
    const filled = await putIn(now.service, typed.map((it) => fills[it] ?? it).join('\n'));
    const words = filled.split(/\n| (?=-b |--connection |biz_|conn_)/);
    const stdin = situation.stdin && { stdin: await putIn(now.service, situation.stdin) };
    const codes = Object.entries(situation.codes ?? {});
    const expected = codes.find(([part]) => filled.replaceAll('\n', ' ').includes(part))?.[1] ?? 0;
    const soon = expected === INTERRUPTED && { interrupted: AbortSignal.timeout(1500) };
    const { code, err } = await now.run(words, { ...person, ...stdin, ...soon });
    if (code !== expected)
      wrong.push(`${line} → ${words.join(' ')}: ${code}, ${err.slice(0, 400)}`);
    if (at + 1 < count && !(await isRead(words))) {
      await now.service.close();
      now = await bring(situation);
    }
  }
  await now.service.close();
  return wrong;
}

/** What comes after `then` needs what the command before it made. */
const firstCommandsIn = (line: string) => commandsIn(line.replace(/, then .*/, ''));

async function isRead(words: readonly string[]): Promise<boolean> {
  const found = await locate(words, tree);
  const isLocal = /^(?:config|dialect|policy|profile)$/.test(words[0] ?? '');
  return found.kind === 'command' && !found.command.writes && !found.command.asks && !isLocal;
}

const titled = (it: Situation) => [...(it.given ?? []), it.line].join('; ');
const isThorough = inject('cases') !== undefined;

describe('every command that is told to type next does what it says', () => {
  test.for((isThorough ? situations : usual).map((it) => [titled(it), it] as const))(
    '%s',
    async ([, situation]) => expect(await failures(situation)).toEqual([]),
  );
});

test.runIf(isThorough)('every hint is printed by a situation, or listed with a reason', () => {
  // What common words lead to is run by test/stories/first-guesses.test.ts.
  const hints = readSourceHints().filter(({ path }) => path !== 'commands/unknown-command.ts');
  const texts = [...new Set(hints.map(({ text }) => text))];
  const left = texts.filter((text) => !printed.some((it) => patternOf(text).test(it)));
  expect(left.toSorted()).toEqual(Object.values(unreached).flat().toSorted());
});

/** Returns what a hint looks like when it is printed: a `remit` in it may have flags of the place. */
const patternOf = (text: string) =>
  new RegExp(
    text
      .split(SLOT)
      .map((it) =>
        it
          .trim()
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll(/\s+/g, '\\s+'),
      )
      .join('.*')
      .replaceAll('remit\\s+', 'remit\\s+(?:-[bP] \\S+ )*'),
  );
