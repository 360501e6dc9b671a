import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, isBusinessDay, newYorkDate, newYorkInstant } from '../../src/api/ach/calendar.ts';
import { SAME_DAY_MAX_CENTS } from '../../src/api/ach/cut-off.ts';
import { arrivalBy, arrivalOf, closedDayText, dueText } from '../../src/money/gate/arrival.ts';
import { startChangingProxy } from '../helpers/changing-proxy.ts';
import { approved } from '../helpers/invoices.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

/** Monday 2 March 2026, 10:00 ET. */
const monday = new Date('2026-03-02T15:00:00Z');

describe('the start and the speed', () => {
  test.for<[by: string, speed: string, on: string | undefined, arrives: string, isLate: boolean]>([
    ['2026-03-20', 'standard', '2026-03-17', '2026-03-20', false],
    ['2026-03-22', 'standard', '2026-03-17', '2026-03-20', false],
    ['2026-03-06', 'standard', '2026-03-03', '2026-03-06', false],
    ['2026-03-05', 'standard', undefined, '2026-03-05', false],
    ['2026-03-04', 'same-day', '2026-03-04', '2026-03-04', false],
    ['2026-03-02', 'same-day', undefined, '2026-03-02', false],
    ['2026-03-01', 'same-day', undefined, '2026-03-02', true],
    ['2026-02-27', 'same-day', undefined, '2026-03-02', true],
  ])('by %s: %s on %s', ([by, speed, on, arrives, isLate]) => {
    expect(arrivalBy(by, 100, monday)).toMatchObject({ speed, arrives, isLate });
    expect(arrivalBy(by, 100, monday).on).toBe(on);
  });

  test('a payment above the limit of same-day ACH is standard', () => {
    const large = arrivalBy('2026-03-04', SAME_DAY_MAX_CENTS + 1, monday);
    expect(large).toMatchObject({ speed: 'standard', arrives: '2026-03-05', isLate: true });
  });

  /** Every timing that a person could choose, tried one by one. */
  function latestStart(by: string, now: Date): string | undefined {
    const today = newYorkDate(now);
    const days = Array.from({ length: 40 }, (_, at) => addDays(today, at)).filter(isBusinessDay);
    for (const speed of ['standard', 'same-day'] as const) {
      const timings = [undefined, ...days.filter((day) => day > today)];
      const starts = timings
        .map((on) => arrivalOf({ speed, on }, now))
        .filter(({ arrives }) => arrives <= by)
        .map((it) => `${it.starts} ${speed}`);
      if (starts.length > 0) return starts.sort().at(-1);
    }
    return undefined;
  }

  test('are the latest that arrive, at every hour of a year', () => {
    for (let day = 0; day < 365; day += 11) {
      const date = addDays('2026-01-01', day);
      const now = newYorkInstant(date, (day * 7) % 24, 30);
      for (const ahead of [-1, 0, 1, 2, 3, 4, 5, 9, 20]) {
        const by = addDays(date, ahead);
        const found = arrivalBy(by, 100, now);
        const expected = latestStart(by, now);
        const shown = found.isLate ? undefined : `${found.starts} ${found.speed}`;
        expect([now.toISOString(), by, shown]).toEqual([now.toISOString(), by, expected]);
      }
    }
  });
});

test('a question says when a payment starts and arrives, and how late it is', () => {
  const standard = { speed: 'standard', on: undefined } as const;
  expect(dueText('2026-03-05', standard, monday)).toBe(
    'Due 2026-03-05, starts 2026-03-02, arrives 2026-03-05',
  );
  expect(dueText('2026-03-04T00:00:00Z', standard, monday)).toMatch(
    /arrives 2026-03-05: late by 1 business day$/,
  );
  expect(dueText('2026-02-27', standard, monday)).toMatch(/late by 4 business days$/);
  expect(dueText('2026-02-27', standard, undefined)).toBe('Due 2026-02-27');
  // A text of the service that is no date.
  for (const due of ['1 March, at noon', '2026-13-01', '2026-02-31', '2026-02-31T00:00:00Z']) {
    expect(dueText(due, standard, monday)).toBe(`Due "${due}", which is no date`);
  }
});

test.each([
  ['2026-03-07', '2026-03-07 is no business day (Saturday): the payment starts on 2026-03-09'],
  ['2026-05-25', '2026-05-25 is no business day (Memorial Day): the payment starts on 2026-05-26'],
  ['2026-03-06', undefined],
])('a payment on %s starts on a business day', (on, text) => {
  expect(closedDayText(on)).toBe(text);
});

describe('on the command line', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  const invoice = (invoiceNumber: string, dueDate: string | undefined) =>
    approved(service, { amount: 12.5, invoiceNumber, ...(dueDate && { dueDate }) });
  const scheduled = async (id: string) =>
    (await service.json(`payable get ${id}`))['scheduledDate'];

  test('pay initiate --arrive-by due schedules the payment, and says what it costs', async () => {
    const id = await invoice('A-1', '2026-03-20');
    const { code, err } = await service.remit(`pay initiate ${id} --arrive-by due`, {
      ...{ tty: { stdin: true, stderr: true }, stdin: 'y\n', columns: 200 },
    });
    expect(code).toBe(0);
    expect(err).toContain(
      'To arrive by 2026-03-20: standard ACH. The money leaves on 2026-03-17, 3 business days before it arrives.',
    );
    expect(err).toContain('Due 2026-03-20, starts 2026-03-17, arrives 2026-03-20');
    expect(await scheduled(id)).toBe('2026-03-17');
  });

  test('pay initiate refuses what cannot arrive, with the earliest date', async () => {
    const [id, undated] = [await invoice('A-1', '2026-02-26'), await invoice('A-2', undefined)];
    const late = await service.remit(`pay initiate ${id} --arrive-by due --yes`);
    expect([late.code, late.err]).toEqual([
      14,
      expect.stringContaining(
        `Payable ${id} cannot arrive by 2026-02-26: the earliest date is 2026-03-02, late by 2 business days.`,
      ),
    ]);
    const none = await service.remit(`pay initiate ${undated} --arrive-by due --yes`);
    expect([none.code, none.err]).toEqual([14, expect.stringContaining('has no due date')]);
    const both = await service.remit(`pay initiate ${id} --arrive-by 2026-03-20 --on 2026-03-10`);
    expect(both.code).toBe(2);
    expect(await service.json('pay list')).toEqual([]);
  });

  test('a due date that is no date is named', async () => {
    let due = '';
    const id = await invoice('A-1', '2026-03-20');
    const proxy = await startChangingProxy(service.baseUrl);
    const withDue = (json: unknown): unknown =>
      JSON.parse(JSON.stringify(json), (name, value) => (name === 'dueDate' ? due : value));
    proxy.change = () => ({ answer: withDue });
    const env = { REMIT_BASE_URL: proxy.baseUrl, REMIT_TOKEN: service.token };
    await service.file('one.csv', `payableId\n${id}\n`);
    for (const [text, said] of [
      ['2026-02-31', '"2026-02-31"'],
      ['end of \u001b[2Jmarch', String.raw`"end of \u001b[2Jmarch"`],
      ['x'.repeat(5000), `"${'x'.repeat(60)}…"`],
    ] as const) {
      due = text;
      for (const line of [
        `pay initiate ${id} --arrive-by due --yes -b ${service.payer}`,
        `run plan --file one.csv --arrive-by due --out p.json -b ${service.payer}`,
      ]) {
        const { code, err } = await service.remit(line, { env });
        expect([code, err]).toEqual([
          14,
          expect.stringContaining(`ayable ${id} has the due date ${said}, which is no date.`),
        ]);
      }
    }
    due = '2026-02-31';
    await service.file('two.csv', `payableId\n${id}\n${await invoice('A-2', '2026-03-20')}\n`);
    for (const [file, no] of [
      ['one.csv', `\n1 payable has the due date "2026-02-31", which is no date\n`],
      ['two.csv', `\n2 payables have due dates that are no dates, such as "2026-02-31"\n`],
    ]) {
      const { err } = await service.remit(`run plan --file ${file} --out ${file}.json`, { env });
      expect(err).toContain(no);
    }
    expect(proxy.writes).toEqual([]);
    await proxy.close();
  });

  test('pay initiate --on a Saturday says when it starts', async () => {
    const id = await invoice('A-1', '2026-03-04');
    const { err } = await service.remit(`pay initiate ${id} --on 2026-03-07 --yes`);
    expect(err).toContain('2026-03-07 is no business day (Saturday)');
    expect(err).toContain('the payment starts on 2026-03-09.');
  });

  test('run plan --arrive-by due plans each payable by its due date, or refuses', async () => {
    const [far, near] = [await invoice('A-1', '2026-03-20'), await invoice('A-2', '2026-03-03')];
    await service.file('two.csv', `payableId\n${far}\n${near}\n`);
    const { code, err } = await service.remit(
      'run plan --file two.csv --arrive-by due --out p.json',
    );
    expect(code).toBe(0);
    expect(err).toContain(
      'The money leaves 2026-03-03 to 2026-03-17: standard ACH 3 business days before it arrives, 1 payable by same-day ACH',
    );
    expect(err).not.toContain('late by');
    const { rows } = await service.json<{ rows: object[] }>('run show p.json');
    expect(rows).toMatchObject([
      { clearingSpeed: 'standard', scheduledDate: '2026-03-17' },
      { clearingSpeed: 'sameDay', scheduledDate: '2026-03-03' },
    ]);
    const undated = await invoice('A-3', undefined);
    await service.file('three.csv', `payableId,scheduledDate\n${far},2026-03-19\n${undated},\n`);
    const refused = await service.remit('run plan --file three.csv --arrive-by due --out q.json');
    expect(refused.code).toBe(14);
    expect(refused.err).toContain(`row 1: payable ${far} cannot arrive by 2026-03-20`);
    expect(refused.err).toContain(`row 2: payable ${undated} has no due date.`);
    expect((await service.remit('run apply p.json --yes')).code).toBe(0);
    expect([await scheduled(far), await scheduled(near)]).toEqual(['2026-03-17', '2026-03-03']);
  });
});
