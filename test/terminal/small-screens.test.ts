/** Every question at two sizes of a terminal, with names of 2,000 characters, and keys soon after it is drawn. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Home, startHome, words } from '../helpers/built-program.ts';
import { type Front, longNamesBefore, type Tail } from './long-names.ts';
import { note, type Step, sitAtOnce } from './run-at-terminal.ts';
import { rowsAfter } from './screen.ts';

const sizes = [
  { columns: 80, rows: 24 },
  { columns: 20, rows: 10 },
] as const;

/** Times in ms from when the question is seen to the keys that would answer it. */
const delays = [0, 50, 150, 250, 400];

interface Question {
  readonly name: string;
  readonly line: string;
  /** What is visible of the question, whatever the names are: amount, payee, and the sentence that asks. */
  readonly shows: readonly string[];
  /** The end of the question. */
  readonly ends: string;
  /** The keys that confirm, and those that decline. */
  readonly yes: string;
  readonly no: string;
  /** What appears once a menu is answered; another question is answered if the program ends as it does after it. */
  readonly next?: string;
}

const yesOrNo = { ends: '(N|\\?)\\] $', yes: 'y\r', no: 'n\r' };
const typed = (amount: string) => ({ ends: '(confirm|all): $', yes: `${amount}\r`, no: 'n\r' });

const questions: readonly Question[] = [
  {
    name: 'pay a payable',
    line: 'pay initiate <small>',
    shows: ['$1,840.00', 'Coastal Linen', 'Pay it?'],
    ...yesOrNo,
  },
  {
    name: 'pay a large payable',
    line: 'pay initiate <large>',
    shows: ['$987,654.32', 'Coastal Linen', 'Pay it?'],
    ...typed('987654.32'),
  },
  {
    name: 'pay without a payable',
    line: 'pay quick <connection> --amount 77.01 --memo <memo>',
    shows: ['$77.01', 'Coastal Linen', 'Pay it?'],
    ...yesOrNo,
  },
  {
    name: 'withdraw',
    line: 'business withdraw --amount 12.34 --bank <bank>',
    shows: ['$12.34', 'Operating', 'Withdraw?'],
    ...yesOrNo,
  },
  {
    name: 'pay a file',
    line: 'pay bulk --file <file>',
    shows: ['$989,494.32', 'Coastal Linen', 'Pay them?'],
    ...typed('989494.32'),
  },
  {
    name: 'apply a plan',
    line: 'run apply <plan>',
    shows: ['$989,494.32', 'Coastal Linen', 'Pay them?'],
    ...typed('989494.32'),
  },
  {
    name: 'cancel a payment',
    line: 'pay cancel <payment> --payable <scheduled>',
    shows: ['$31.00', 'Coastal Linen', 'Cancel it?'],
    ...yesOrNo,
  },
  {
    name: 'approve a payable',
    line: 'payable approve <submitted>',
    shows: ['$10.00', 'Coastal Linen', 'Approve it?'],
    ...yesOrNo,
  },
  {
    name: 'decline a payable',
    line: 'payable decline <submitted>',
    shows: ['$10.00', 'Coastal Linen', 'Decline it?'],
    ...yesOrNo,
  },
  {
    name: 'cancel a payable',
    line: 'payable cancel <submitted> -b <payee>',
    shows: ['$10.00', 'Coastal Linen', 'Cancel it?'],
    ...yesOrNo,
  },
  {
    name: 'decline all that match',
    line: 'payable decline --where --amount-from 10 --amount-to 10',
    shows: ['$10.00', 'Coastal Linen', 'Decline 1 payable'],
    ...typed('10.00'),
  },
  {
    name: 'archive a connection',
    line: 'connection archive <connection>',
    shows: ['Coastal Linen', 'Archive it?'],
    ...yesOrNo,
  },
  {
    name: 'choose a payable',
    line: 'payable decline',
    shows: ['payables to decline', '$10.00', 'Coastal Linen'],
    ...{ ends: 'Search: $', yes: '\r', no: '\u001b', next: 'Decline it?' },
  },
];

/** The whole battery with REMIT_TERMINAL=all; otherwise the questions that differ most, with the longest unbroken names. */
const isWhole = process.env['REMIT_TERMINAL'] === 'all';
const usual = ['pay a large payable', 'pay a file', 'cancel a payable', 'choose a payable'];
const tails: readonly Tail[] = isWhole
  ? ['words', 'unbroken', 'wide', 'accents']
  : ['unbroken', 'wide'];
const asked = questions.filter(({ name }) => isWhole || usual.includes(name));

let home: Home;
let folder: string;
let ids: Readonly<Record<string, string>>;
const fronts = new Map<Tail, Front>();

beforeAll(async () => {
  home = await startHome();
  await home.run('config set confirm.typeAmountAbove 999999');
  folder = await mkdtemp(join(home.folder, 'screens-'));
  const [payer, payee] = home.started.businesses.map(({ id }) => id);
  const [connection] = await home.json('connection list');
  const [bank] = await home.json(`bank list -b ${payer}`);
  const create = async (amount: string) => {
    const flags = `-b ${payee} --connection ${connection.id} --amount ${amount}`;
    return String((await home.json(`payable create ${flags} --submit`)).id);
  };
  const [small, large, scheduled] = [
    await create('1840.00'),
    await create('987654.32'),
    await create('31.00'),
  ];
  for (const id of [small, large, scheduled]) await home.json(`payable approve ${id} --yes`);
  const payment = await home.json(`pay initiate ${scheduled} --on 2026-04-10 --yes`);
  const file = join(folder, 'payments.csv');
  await writeFile(file, `payableId\n${small}\n${large}\n`);
  for (const tail of tails) fronts.set(tail, await longNamesBefore(home.started.baseUrl, tail));
  ids = {
    ...{ payer: String(payer), payee: String(payee), small, large, scheduled, file },
    ...{ connection: connection.id, bank: bank.id, payment: payment.paymentId },
    ...{ submitted: await create('10.00'), memo: 'M'.repeat(2_000) },
  };
  for (const tail of tails) {
    const made = await home.run(`run plan --file ${file} --out ${folder}/${tail}.json`, {
      env: environmentFor(tail, folder),
    });
    if (made.code !== 0) throw new Error(made.err);
  }
});
afterAll(async () => {
  for (const front of fronts.values()) await front.close();
  await home.close();
});

const environmentFor = (tail: Tail, own: string) => ({
  REMIT_HOME: own,
  REMIT_BASE_URL: fronts.get(tail)?.baseUrl ?? '',
  REMIT_TOKEN: home.started.token,
  REMIT_BUSINESS: home.started.businesses[0]?.id ?? '',
});

interface Case extends Question {
  readonly columns: number;
  readonly rows: number;
  readonly tail: Tail;
}

/** Runs a command up to its question, and types at it. */
async function answer({ line, columns, rows, tail }: Case, steps: readonly Step[]) {
  const own = await mkdtemp(join(home.folder, 'seat-'));
  const named: Record<string, string> = { ...ids, plan: `${folder}/${tail}.json` };
  const typedWords = words(line.replaceAll(/<(\w+)>/g, (_, name) => named[name] ?? name));
  const env = { ...environmentFor(tail, own), LANG: 'C.UTF-8' };
  const sat = await sitAtOnce(typedWords, home, { steps, columns, rows, env, seconds: 40 });
  await rm(own, { recursive: true, force: true });
  return sat;
}

const squeezed = (text: string) => text.replaceAll(/\s/g, '').toLowerCase();
const amountIn = (shows: readonly string[]) => shows.find((it) => it.startsWith('$'));

const cases: readonly Case[] = asked.flatMap((question) =>
  sizes.flatMap((size) => tails.map((tail) => ({ ...question, ...size, tail }))),
);

describe.concurrent('whatever the names are', () => {
  test.for(cases)(
    '$name at $columns × $rows shows amount, payee and question ($tail)',
    async (it) => {
      const sat = await answer(it, [{ sees: it.ends, pause: 0.5, types: it.no }]);
      const [mark = 0] = sat.marks;
      const { visible } = await rowsAfter(sat.raw.slice(0, mark), it);
      const screen = squeezed(visible.join(''));
      const isShown = it.shows.every((text) => screen.includes(squeezed(text)));
      note(it.name, `${it.columns} × ${it.rows}`, it.tail, isShown ? 'visible' : 'NOT visible');
      expect(sat).toMatchObject({ left: 0, isRestored: true, timedOut: false });
      for (const text of it.shows) expect(screen, visible.join('\n')).toContain(squeezed(text));
      const amount = amountIn(it.shows);
      if (amount !== undefined) expect(visible.join('\n')).toContain(amount);
    },
  );
});

const timed = cases
  .filter(({ tail }) => tail === 'unbroken')
  .flatMap((it) =>
    delays
      .filter((delay) => isWhole || [0, 250, 400].includes(delay))
      .map((delay) => ({ ...it, delay })),
  );

describe.concurrent('a finger that hits the keys', () => {
  test.for(timed)(
    '$name at $columns × $rows is answered by keys after 400 ms and not before ($delay ms)',
    { retry: 2 },
    async (it) => {
      const sat = await answer(it, [
        { sees: it.ends, pause: it.delay / 1_000, types: it.yes },
        { sees: '', pause: 1, types: it.no },
      ]);
      const isAnswered = it.next
        ? sat.screen.includes(it.next)
        : sat.left > 0 || ![14, 130].includes(sat.code);
      const answered = isAnswered ? 'answered' : 'not answered';
      note(it.name, `${it.columns} × ${it.rows}`, `${it.delay} ms`, answered);
      expect({ isAnswered, screen: sat.screen }).toMatchObject({ isAnswered: it.delay >= 400 });
      expect(sat).toMatchObject({ isRestored: true, timedOut: false });
    },
  );
});

const leaving = [
  ['Ctrl-C', '\u0003'],
  ['Escape', '\u001b'],
  ['end of input', '\u0004'],
] as const;
const left = cases
  .filter(({ tail, columns }) => tail === 'unbroken' && columns === 20)
  .flatMap((it) => leaving.map(([key, types]) => ({ ...it, key, types })));

describe.concurrent('leaving', () => {
  test.for(left)('$name at $columns × $rows by $key sends nothing', async ({ types, ...it }) => {
    const sat = await answer(it, [{ sees: it.ends, pause: 0.5, types }]);
    expect(sat).toMatchObject({ code: 130, left: 0, isRestored: true, timedOut: false });
  });
});
