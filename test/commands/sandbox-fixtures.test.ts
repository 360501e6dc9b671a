import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

interface Result {
  readonly name: string;
  readonly call: string;
  readonly result: Record<string, unknown>;
}

/** A reference to a field of an earlier result. */
const ref = (path: string) => `\${${path}}`;

const run = async (steps: unknown, flags = '--json') => {
  await service.file('steps.json', typeof steps === 'string' ? steps : JSON.stringify(steps));
  return service.remit(`sandbox fixtures steps.json ${flags}`);
};

test('the example creates two businesses, an invoice and a payment that is returned', async () => {
  const { code, out, err } = await run(await readFile('examples/fixtures.json', 'utf8'));
  expect([code, err]).toEqual([0, '']);
  const results: Result[] = JSON.parse(out);
  const resultOf = (name: string) => results.find((it) => it.name === name)?.result ?? {};
  expect(results).toHaveLength(12);
  expect(resultOf('returned')).toMatchObject({ status: 'FAILED', failureCode: 'R01', amount: 480 });
  const payable = await service.json(
    `payable get ${resultOf('invoice')['id']} -b ${resultOf('payer')['id']}`,
  );
  expect(payable).toMatchObject({ invoiceNumber: 'IB-1', status: 'APPROVED', amount: 480 });
  expect(await service.json('sandbox ledger check')).toMatchObject({ ok: true });
});

test('a text that is one reference is the value itself, and references work within texts', async () => {
  const { code, out } = await run([
    { name: 'limits', control: 'changeSettings', body: { holdThreshold: 250 } },
    {
      name: 'again',
      control: 'changeSettings',
      body: { holdThreshold: ref('limits.holdThreshold') },
    },
    {
      name: 'account',
      control: 'createAccount',
      body: {
        name: `Bakery ${ref('limits.holdThreshold')}`,
        email: 'ada@bakery.test',
        password: 'correct horse',
      },
    },
    { name: 'mine', operation: 'user.profile' },
    { name: 'theirs', operation: 'user.profile', token: ref('account.token') },
  ]);
  const results: Result[] = JSON.parse(out);
  expect([code, results[1]?.result]).toEqual([0, results[0]?.result]);
  expect(results[2]?.result).toMatchObject({ account: { name: 'Bakery 250' } });
  expect(results[3]?.result).toMatchObject({ email: 'demo@remit.test' });
  expect(results[4]?.result).toMatchObject({ email: 'ada@bakery.test' });
});

test('stops at the first step that is refused, names it, and prints what was done', async () => {
  const before = await service.json<unknown[]>('business list');
  const { code, out, err } = await run([
    { name: 'clock', control: 'readClock' },
    {
      name: 'broken',
      operation: 'payable.approve',
      params: { businessId: service.payer, payableId: 'pay_none' },
    },
    { name: 'never', control: 'reset', body: { seed: 'empty' } },
  ]);
  expect(code).toBe(11);
  expect(JSON.parse(err).error.message).toMatch(/^broken \(payable\.approve\) failed: /);
  expect(JSON.parse(out)).toMatchObject([{ name: 'clock', call: 'readClock' }]);
  expect(await service.json('business list')).toEqual(before);
  const first = await run([{ operation: 'business.get', params: { businessId: 'biz_none' } }]);
  expect([first.code, JSON.parse(first.err).error.message]).toEqual([
    7,
    expect.stringContaining('step 1 (business.get) failed'),
  ]);
});

test('a field that is not in the result ends it at the step that refers to it', async () => {
  const { code, err } = await run([
    { name: 'clock', control: 'readClock' },
    { name: 'lost', control: 'setClock', body: { now: ref('clock.then') } },
  ]);
  expect(code).toBe(11);
  expect(JSON.parse(err).error.message).toBe(
    `lost (setClock) failed: ${ref('clock.then')} has no value: 'clock' returned no then.`,
  );
});

const clock = { name: 'clock', control: 'readClock' };
const get = { operation: 'business.get' };

const invalid: readonly (readonly [what: string, steps: unknown, message: string])[] = [
  ['no JSON', 'nonsense', 'is not JSON'],
  ['no steps', [], 'must be a JSON array of steps'],
  ['a text', ['clock'], 'step 1: must be an object'],
  [
    'an unknown operation',
    [clock, { operation: 'payable.aprove' }],
    "step 2: unknown operation 'payable.aprove' (did you mean payable.approve?)",
  ],
  ['an unknown control', [{ control: 'stepPaymnet' }], 'did you mean stepPayment?'],
  ['neither of them', [{ name: 'a' }], 'a: must have an operation or a control'],
  ['both of them', [{ ...clock, ...get }], 'clock: must have an operation or a control'],
  [
    'a file',
    [{ operation: 'payable.export', params: { businessId: 'biz_1' } }],
    'transfers a file',
  ],
  ['an unknown member', [{ ...clock, bodi: {} }], "clock: unknown member 'bodi'"],
  [
    'an unknown reference',
    [clock, { ...get, params: { businessId: ref('payer.id') } }],
    `step 2: ${ref('payer.id')} refers to no earlier step`,
  ],
  [
    'a reference to a later step',
    [{ ...get, params: { businessId: ref('clock.now') } }, clock],
    `step 1: ${ref('clock.now')} refers to no earlier step`,
  ],
  [
    'a malformed reference',
    [clock, { ...get, params: { businessId: ref('clock') } }],
    `step 2: ${ref('clock')} must be ${ref('name.field')}.`,
  ],
  ['a missing parameter', [get], 'step 1: params lacks businessId'],
  ['an unknown parameter', [{ ...clock, params: { id: 'a' } }], 'clock: params has no member id'],
  ['a body of a GET request', [{ ...clock, body: {} }], 'clock: a GET request has no body'],
  ['a token of a control', [{ ...clock, token: 'a' }], 'clock: a control takes no token'],
  ['a name that is used twice', [clock, clock], 'clock: the name is used twice'],
  ['a name with other characters', [{ ...clock, name: 'a.b' }], 'a.b: name must be letters'],
  ['params of another type', [{ ...clock, params: [] }], 'clock: params must be an object'],
];

test('what cannot be a step is exit 2, and nothing is done', async () => {
  const events = await service.json('sandbox events');
  for (const [what, steps, message] of invalid) {
    const reset = { name: 'first', control: 'reset', body: { seed: 'empty' } };
    const all =
      Array.isArray(steps) && steps.length > 0 && steps[0] !== clock ? [...steps, reset] : steps;
    const { code, err } = await run(all, '');
    expect([what, code, err]).toEqual([what, 2, expect.stringContaining(message)]);
  }
  expect(await service.json('sandbox events')).toEqual(events);
});

test('every problem of a file is reported at once', async () => {
  const { err } = await run([{ ...clock, bodi: 1 }, { operation: 'a.b' }], '--json');
  expect(JSON.parse(err).error.problems ?? JSON.parse(err).error.message).toBeTruthy();
  expect(err).toContain("unknown member 'bodi'");
  expect(err).toContain("unknown operation 'a.b'");
});
