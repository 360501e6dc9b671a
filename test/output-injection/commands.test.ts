import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specOperations } from '../../src/api/operations/operations.ts';
import { isChosen, isWorthwhile } from '../helpers/chosen-cases.ts';
import { remit } from '../helpers/run-command.ts';
import { ofx1, transaction } from '../match/statements.ts';
import { type Line, linesOfService } from './command-lines.ts';
import { FORGED, type Measure } from './malicious-responses.ts';
import { type HostileService, openHostile } from './malicious-server.ts';

const lines = await linesOfService();

let service: HostileService;
let folder: string;
beforeAll(async () => {
  service = await openHostile();
  folder = mkdtempSync(join(tmpdir(), 'remit-hostile-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the examples read. */
const files = {
  'ssn.txt': '123-45-6789\n',
  'number.txt': '000123456789\n',
  'token.txt': 'public-sandbox-1\n',
  'logo.png': '\u0089PNG',
  'invoice.pdf': '%PDF-1.7\n',
  'invoices.csv': 'invoiceNumber,amount\nA-1,10.00\n',
  'partners.csv': 'email\nap@linen.test\n',
  'payments.csv': 'payableId\npay_1\npay_2\n',
  'march.ofx': ofx1(
    transaction({ MEMO: `\u001b[2J\n${FORGED} \u202eCL-1`, NAME: '=1+1\u200b' }),
  ).replace('000000009131', ''),
};

/** What a terminal would act on, or a person would not see; line breaks and tabs are looked at on their own. */
const ACTS = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}]/gu;
const UNSEEN = /[\u200b\ufeff\u00ad]/g;

const ENV = { REMIT_TOKEN: 'token-of-the-test', REMIT_BUSINESS: 'biz_1', NO_COLOR: '1' };

/** What writes over a line of progress. */
const OVER = '\r\u001b[K';

const codes = (found: readonly string[] | null) =>
  (found ?? []).map((it) => it.codePointAt(0)?.toString(16));

/** Fails when something in a text acts in a terminal, or begins a line that is not ours. */
function expectHarmless(what: string, text: string): void {
  expect([what, codes(text.match(ACTS))]).toEqual([what, []]);
  expect([what, text.split('\n').filter((it) => it.startsWith(FORGED))]).toEqual([what, []]);
}

/** The same where people read: nothing is there that they cannot see. */
function expectPlain(what: string, text: string): void {
  expectHarmless(what, text);
  expect([what, codes(text.match(UNSEEN))]).toEqual([what, []]);
}

/** Returns what a person types who agrees to anything, and leaves out what may be left out. */
const typed = (screen: string) => (/Enter for none[^\n]*$/.test(screen) ? '\r' : 'y\n');

let homes = 0;

/** Runs a line as someone who did nothing before: what was paid once is not paid again. */
async function ran({ words }: Line, how: string, isTerminal = false) {
  const REMIT_HOME = join(folder, `home-${homes++}`);
  const env = { ...ENV, REMIT_BASE_URL: service.baseUrl, REMIT_HOME };
  const { code, out, err } = await remit(`${words} --retries 0 ${how}`, {
    env,
    cwd: folder,
    stdin: isTerminal ? typed : 'text\n',
    columns: 120,
    tty: isTerminal ? { stdin: true, stdout: true, stderr: true } : {},
  });
  expect([words, how, code === 1, err]).toEqual([words, how, false, err]);
  const expectFit = how.includes('json') ? expectHarmless : expectPlain;
  expectFit(`${words} ${how}: stderr`, err.replaceAll(OVER, ''));
  return { code, out };
}

/** Fails if output controls a terminal or is invalid in its format; some commands print text in any format. */
function expectData(
  { code, out }: { code: number; out: string },
  parts: (out: string) => string[],
) {
  expect(codes(out.match(ACTS))).toEqual([]);
  if (code === 0 && /^[[{]/.test(out)) for (const it of parts(out)) JSON.parse(it);
}

const measures: readonly Measure[] = ['texts', 'words', 'all'];

/** Of so many ways, a line usually takes another one each time. */
const takes = (way: number, ways: number, line: Line, time: number) =>
  (Math.floor(lines.indexOf(line) / 12) + time) % ways === way;

/** Usually, one line of twelve meets a measure. */
const meets = (time: number, line: Line) => lines.indexOf(line) % 12 === 4 * time;

/** A file of the service's own goes on as it is, but for what acts in a terminal. */
const isFile = ({ words }: Line) => / export\b/.test(words);

/** Fails if a person in a terminal does not see all of what a line prints. */
async function expectReadable(line: Line): Promise<void> {
  const { out } = await ran(line, '--debug', true);
  if (isFile(line)) return expect(codes(out.match(ACTS))).toEqual([]);
  // A plan is JSON, and for programs.
  const expectFit = line.command === 'run plan' ? expectHarmless : expectPlain;
  expectFit('a terminal', out);
}

describe.each(measures)('malicious %s of the service', (measure) => {
  const time = measures.indexOf(measure);
  // Some ways of the others are among the rest, too.
  const chosen = lines.filter(
    (it, number) =>
      (isChosen(meets(time, it)) || (isChosen(false) && !isFile(it))) &&
      isWorthwhile(number % measures.length === time),
  );

  test.for(chosen)('$words', async (line) => {
    service.answers(measure);
    const takesWay = (way: number) => isChosen(meets(time, line) && takes(way, 3, line, time));
    if (isChosen(meets(time, line))) await expectReadable(line);
    if (isFile(line)) return;
    if (takesWay(0)) expectHarmless('text', (await ran(line, '-o tsv --verbose --yes')).out);
    if (takesWay(1)) expectData(await ran(line, '--json --yes'), (out) => [out]);
    if (!takesWay(2)) return;
    const isPlan = line.words.includes('dry-run');
    expectData(await ran(line, '-o ndjson --yes'), (out) =>
      // A dry run of which nothing is left to be sent shows the rows.
      isPlan && out.startsWith('{\n') ? [out] : out.split('\n').slice(0, -1),
    );
  });
});

/** Ways to see an error: in a terminal, with its details and as JSON. */
const seen = ['--debug', '--verbose --yes', '--json --yes'];

describe('malicious errors of the service', () => {
  test.for(lines.filter((_, at) => isChosen(at % 7 === 3)))('$words', async (line) => {
    service.answers('texts', true);
    const at = lines.indexOf(line) % seen.length;
    await ran(line, seen[at] ?? '', at === 0);
  });
});

test.runIf(isChosen(false))('every operation was called', async () => {
  // The texts say that every payable is approved, so that none can be; the words hide it.
  service.answers('words');
  await ran({ command: 'payable approve', words: 'payable approve pay_1' }, '--yes');
  const missing = specOperations.map(({ id }) => id).filter((id) => !service.asked.has(id));
  expect(missing).toEqual([]);
});

/**
 * Commands that print rows as they come: this service's lists are never complete, so others print none, nor does one that
 * looks for an invoice number. The journal of someone who did nothing before is empty.
 */
const tables = lines.filter(({ words }) =>
  /^(?!pay |journal )\w+ (list|get|log|invoices|fields)\b(?!.*--|.* CL-)/.test(words),
);

describe.runIf(isChosen(true))('as rows', () => {
  test.for(tables)('$words', async (line) => {
    service.answers('texts');
    const { out: tsv } = await ran(line, '-o tsv');
    const tabs = tsv
      .split('\n')
      .slice(0, -1)
      .map((it) => it.split('\t').length);
    expect([line.words, new Set(tabs).size]).toEqual([line.words, 1]);

    const { out } = await ran(line, '--csv');
    const [, ...rows] = parse(out) as string[][];
    const cells = rows.flat();
    expect(cells.length).toBeGreaterThan(0);
    expect(cells.filter((it) => /^[=+@\t\r\n\0]|^-(?!\d+(\.\d+)?$)/.test(it))).toEqual([]);
    expect(codes(cells.join('').replaceAll('\r', '').match(ACTS))).toEqual([]);
    // A line break within a cell is within quotes.
    expect(out.replaceAll(/"(?:[^"]|"")*"/g, '')).not.toContain(FORGED);
  });
});

test('a malicious name of who signs in', async () => {
  service.answers('texts');
  const env = { REMIT_HOME: join(folder, `home-${homes++}`) };
  const signIn = `auth login --with-token --base-url ${service.baseUrl}`;
  for (const [at, line] of [signIn, 'auth rotate --with-token'].entries()) {
    const { code, out, err } = await remit(line, { env, stdin: `token-number-${at}\n` });
    expect([line, code, err]).toEqual([line, 0, '']);
    expectPlain(line, out);
  }
});
