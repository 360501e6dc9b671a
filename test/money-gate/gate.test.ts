import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { assertPrepared, PreparedRequest } from '../../src/money/gate/prepare.ts';
import { remit } from '../helpers/run-command.ts';
import { startRecorder } from './recorder.ts';

let recorder: Awaited<ReturnType<typeof startRecorder>>;
let home: string;
let env: Record<string, string>;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.close());
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'remit-gate-'));
  env = {
    REMIT_HOME: home,
    REMIT_BASE_URL: recorder.baseUrl,
    REMIT_TOKEN: 'token-of-the-test',
    REMIT_BUSINESS: 'biz_1',
  };
  recorder.takeWrites();
  recorder.changes({});
});
afterEach(() => rm(home, { recursive: true, force: true }));

const run = (line: string, stdin = '') => remit(line, { env, stdin });
const atTerminal = (line: string, stdin: string, beforeAnswer?: () => Promise<void>) =>
  remit(line, {
    env,
    tty: { stdin: true, stderr: true },
    stdin,
    ...(beforeAnswer && { beforeAnswer }),
  });
const sent = () => recorder.takeWrites().length;
const intents = async (): Promise<{ amount: number | null; operation: string }[]> =>
  JSON.parse((await remit('journal list --json', { env })).out);
const limited = async (...limits: readonly string[]) => {
  for (const it of limits) await remit(`profile set policy.${it} -P default`, { env });
};

/** Declares headers for a gateway before the service, in the profile in use. */
const declare = async (names: string) => {
  await remit(`profile set baseUrl ${recorder.baseUrl} -P default`, { env });
  await remit(`profile set gatewayHeaders ${names} -P default`, { env });
};

describe('a batch under another field name, or as a bare list', () => {
  const items = '[{"payableId":"pay_mid","fundingSourceId":"fs_1"}]';
  const shapes = [`{"items":${items}}`, items, `{"payments":[],"items":${items}}`];

  test.each(shapes)('is subject to every limit: %s', async (body) => {
    await limited('maxPerPayment 1', 'maxPerDay 902', 'allowedPayees biz_nobody');
    const { code, err } = await run(
      'api POST /api/payments/bulk-initiate --file - --yes --json -P default',
      body,
    );
    expect([code, sent()]).toEqual([14, 0]);
    expect(err).toContain('amount_unknown');
  });

  test.each(shapes)('is not sent with --yes only: %s', async (body) => {
    const { code } = await run('api POST /api/payments/bulk-initiate --file - --yes', body);
    expect([code, sent()]).toEqual([2, 0]);
  });

  test('fails an expectation with 14, since the amount is unknown', async () => {
    const line = 'api POST /api/payments/bulk-initiate --file - --yes --max-total 1000';
    expect((await run(line, shapes[0])).code).toBe(14);
    expect(sent()).toBe(0);
  });

  test('is shown completely and confirmed by typing unknown; its payables are locked', async () => {
    await writeFile(join(home, 'items.json'), shapes[0] ?? '');
    const line = `api POST /api/payments/bulk-initiate --file ${join(home, 'items.json')}`;
    expect((await atTerminal(line, 'y\r')).code).toBe(14);
    const { code, err } = await atTerminal(line, 'unknown\r');
    expect([code, sent()]).toEqual([0, 1]);
    expect(err).toContain('"payableId": "pay_mid"');
    expect(await intents()).toMatchObject([{ amount: null }]);
    expect((await run('pay initiate pay_mid --yes')).code).toBe(14);
    expect(sent()).toBe(0);
  });
});

describe('an amount or payable that contradicts the command', () => {
  test.each([
    'pay quick conn_1 --amount 1.00 -F amount=750 --expect-amount 1.00 --max-total 1.00',
    'pay initiate pay_small -F payableId=pay_big -F amount=0.01 --expect-amount 1.00',
    `pay quick conn_1 --amount 1.00 --data {"amount":750}`,
    'pay initiate pay_small --data {"fundingSourceId":"fs_2"}',
    'business withdraw biz_1 --amount 1 --bank fs_1 -F amount=900',
    'pay quick conn_1 --amount 1.00 -F memo=x',
    'pay quick conn_1 --amount 1.00 -F clearingSpeed=sameDay',
  ])('cannot be added: %s', async (line) => {
    const words = line.split(' ');
    const { code, err } = await remit([...words, '--yes'], { env });
    expect([code, sent()]).toEqual([2, 0]);
    expect(err).toMatch(/-F and --data cannot set/);
  });

  test('an unknown field that could be an amount requires typing unknown', async () => {
    expect((await run('pay quick conn_1 --amount 1 -F value=750 --yes')).code).toBe(2);
    expect((await run('pay quick conn_1 --amount 1 -F value=750 --yes --max-total 5')).code).toBe(
      14,
    );
    expect(sent()).toBe(0);
  });
});

describe('a non-positive amount', () => {
  const bodies = [-50_000, 0, 10.005, 2 ** 53, '"750"', 'null', '1e21'].map(
    (amount) => `{"connectionId":"conn_1","fundingSourceId":"fs_1","amount":${amount}}`,
  );

  test.each(bodies)('does not lower the daily sum and is not sent: %s', async (body) => {
    await limited('maxPerDay 100');
    const line = 'api POST /api/payments/quick-pay --file - --yes -P default';
    expect((await run(line, body)).code).toBe(14);
    expect(sent()).toBe(0);
    const after = 'pay quick conn_1 --amount 101 --yes -P default';
    expect([(await run(after)).code, sent()]).toEqual([14, 0]);
  });
});

describe('a path that a server could resolve to one that moves money', () => {
  const body = '{"connectionId":"conn_1","fundingSourceId":"fs_1","amount":750}';
  const paths = [
    ...['/api/payments/%71uick-pay', '/API/payments/quick-pay', '/api/payments/quick-pay/'],
    ...['/api//payments/quick-pay', '/api/payments/quick-pay;x=1', '/api/payments/%2571uick-pay'],
    ...['/v2/api/payments/quick-pay', '/api/payments/./quick-pay', '/api/payments%2Fquick-pay'],
    ...['/api/x/../payments/quick-pay', '/api/payments\\quick-pay'],
    ...['/api/businesses/biz_1/Withdraw-Balance', '/api/payments/pmt_1/CANCEL'],
  ];

  test.each(paths)('is refused before any request: %s', async (path) => {
    const { code } = await remit(['api', 'POST', path, '--file', '-', '--yes'], {
      env,
      stdin: body,
    });
    expect([code, sent(), await intents()]).toEqual([2, 0, []]);
  });

  test('a query string makes the amount unknown, and a method override is refused', async () => {
    const line = 'api POST /api/payments/quick-pay?x=1 --file - --yes --max-total 1000';
    expect((await run(line, body)).code).toBe(14);
    const reads = await run('api GET /api/businesses?_method=POST');
    expect([reads.code, sent()]).toEqual([2, 0]);
  });

  test('the path of the base URL counts: under another prefix nothing is a payment', async () => {
    const { code } = await remit('api POST /quick-pay --file - --yes', {
      env: { ...env, REMIT_BASE_URL: `${recorder.baseUrl}/api/payments` },
      stdin: body,
    });
    expect([code, sent()]).toEqual([2, 0]);
  });

  test('an unknown write is confirmed, sent once, and stopped by a limit', async () => {
    const line = 'api POST /api/transfers -F amount=750';
    expect((await run(`${line} --yes`)).code).toBe(2);
    expect((await atTerminal(line, 'y\r')).code).toBe(14);
    expect(sent()).toBe(0);
    expect([(await atTerminal(line, 'unknown\r')).code, sent()]).toEqual([0, 1]);
    expect(await intents()).toMatchObject([{ operation: 'api.unmatched', amount: null }]);
    await limited('maxPerPayment 1000');
    expect([(await run(`${line} --yes -P default`)).code, sent()]).toEqual([14, 0]);
  });
});

describe('a header that changes the request', () => {
  test.each([
    'X-HTTP-Method-Override: POST',
    'X-Original-URL: /api/payments/quick-pay',
    'X-Rewrite-URL: /x',
    'Host: elsewhere',
    'X-Forwarded-Host: elsewhere',
    'Transfer-Encoding: chunked',
    'Content-Length: 5',
    'Connection: upgrade',
  ])('cannot be set, for a read either: %s', async (header) => {
    const { code } = await remit(['business', 'list', '-H', header], { env });
    expect(code).toBe(2);
  });

  test.each(
    ['Content-Type: text/plain', 'Idempotency-Key: mine', 'Authorization: Bearer x'].concat(
      ['X-Account-Id: other', 'X-Business-Id: biz_2', 'X-Payer: biz_2', 'Prefer: x', 'User: y'],
      ['X-Amount: 1', 'Accept-Language: de', 'Cookie: a=b'],
    ),
  )('cannot be set for a payment: %s', async (header) => {
    for (const words of [
      ['pay', 'initiate', 'pay_mid'],
      ['api', 'POST', '/api/payments/quick-pay', '--data', '{"connectionId":"conn_1","amount":1}'],
      ['api', 'POST', '/api/transfers', '-F', 'amount=1'],
    ]) {
      const { code, err } = await remit([...words, '--yes', '-H', header, '--json'], { env });
      expect([words[1], code, JSON.parse(err).error.code, sent()]).toEqual([
        words[1],
        2,
        'usage',
        0,
      ]);
    }
  });

  test('of tracing can be set for a payment', async () => {
    const tracing = ['traceparent: 00-a-b-01', 'X-Request-Id: r', 'x-correlation-id: c'];
    const flags = [...tracing, 'tracestate: a=b', 'Baggage: k=v'].flatMap((it) => ['-H', it]);
    const { code } = await remit(['pay', 'initiate', 'pay_mid', '--yes', ...flags], { env });
    expect([code, sent()]).toEqual([0, 1]);
  });

  test('of a gateway is shown before the payment, and only the profile can declare it', async () => {
    const flags = "-H 'X-Gateway-Team: payables' -H 'X-Gateway-Key: hush-hush'";
    const line = `pay initiate pay_mid ${flags}`;
    expect([(await run(`${line} --yes`)).code, sent()]).toEqual([2, 0]);
    await declare('X-Gateway-Team,x-gateway-key');
    expect([(await run(`${line} -H 'X-Other: 1' --yes`)).code, sent()]).toEqual([2, 0]);
    const { code, err } = await atTerminal(line, 'y\r');
    expect(err).toContain('Header x-gateway-team: payables');
    expect(err).toContain('Header x-gateway-key: ***');
    expect(err).not.toContain('hush-hush');
    expect([code, sent()]).toEqual([0, 1]);
  });

  test('is not declared for a gateway at another address, nor if it changes the sender', async () => {
    await declare('x-gateway-team,x-account-id');
    const line = 'pay initiate pay_mid --yes';
    const REMIT_BASE_URL = recorder.baseUrl.replace('127.0.0.1', 'localhost');
    const elsewhere = await remit(`${line} -H 'X-Gateway-Team: a'`, {
      env: { ...env, REMIT_BASE_URL },
    });
    expect(elsewhere.code).toBe(2);
    expect((await run(`${line} -H 'X-Account-Id: a'`)).code).toBe(2);
    expect(sent()).toBe(0);
  });
});

test('the same payment is blocked under another spelling of the URL', async () => {
  const line = 'pay quick conn_1 --amount 12.50 --yes';
  expect([(await run(line)).code, sent()]).toEqual([0, 1]);
  env['REMIT_BASE_URL'] = `http://LOCALHOST:${recorder.port}`;
  expect([(await run(line)).code, sent()]).toEqual([14, 0]);
});

describe('between the prompt and the payment', () => {
  test.each([
    ['amount', { amount: 9_000 }],
    ['payee', { payeeName: 'Mallory Inc', senderBusinessId: 'biz_9' }],
    ['state', { status: 'CANCELLED' }],
  ])('a change of the %s stops it', async (_, change) => {
    const { code, err } = await atTerminal('pay initiate pay_mid', 'y\r', async () =>
      recorder.changes({ pay_mid: change }),
    );
    expect([code, sent()]).toEqual([14, 0]);
    expect(err).toContain('changed after it was shown');
  });

  test('nothing is read again without a prompt', async () => {
    expect((await run('pay initiate pay_mid --yes')).code).toBe(0);
    // Once to show it, once its log, and once afterwards, to learn whether the service shows a payment at once.
    expect(recorder.reads('/payables/pay_mid')).toBe(3);
  });

  test('what was read more than 30 seconds ago is read again, without a question too', async () => {
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 31_000;
      return now;
    });
    try {
      // Each look at the clock takes half a minute, and a request that old is not sent by default.
      expect((await run('pay initiate pay_mid --yes --timeout 600')).code).toBe(0);
    } finally {
      clock.mockRestore();
    }
    expect([recorder.reads('/payables/pay_mid'), sent()]).toEqual([4, 1]);
  });
});

describe('a response that contradicts what was confirmed', () => {
  test.each([
    ['amount', { amount: 900 }],
    ['payee', { payeeBusinessId: 'biz_9' }],
    ['bank account', { fundingSourceId: 'fs_2' }],
  ])('exits with 13, applied, with the result and the difference of the %s', async (_, said) => {
    recorder.answersWith(said);
    const { code, out, err } = await run('pay initiate pay_mid --yes --json');
    expect([code, sent()]).toEqual([13, 1]);
    expect(JSON.parse(out)).toMatchObject({ status: 'PENDING' });
    expect(err).toContain('not_as_confirmed');
    expect(err).not.toMatch(/run it again(?!:)/);
    expect(await intents()).toMatchObject([{ outcome: 'applied' }]);
  });

  test('an omitted field is not a difference', async () => {
    recorder.answersWith({ amount: null });
    expect((await run('pay initiate pay_mid --yes')).code).toBe(0);
  });
});

describe('a field that the dialect declares as not money', () => {
  const extraMembers = { 'pay.quickPay': { costCenter: { type: 'number', movesNoMoney: true } } };

  beforeEach(async () => {
    const file = join(home, 'dialect.json');
    await writeFile(file, JSON.stringify({ version: 1, extraMembers }), { mode: 0o600 });
    await remit(`profile set dialect ${file} -P default`, { env });
  });

  test('is accepted, and is shown in the prompt', async () => {
    const line = 'pay quick conn_1 --amount 12.50 -F costCenter=42 -P default';
    const { code, err } = await atTerminal(line, 'y\r');
    expect([code, sent()]).toEqual([0, 1]);
    expect(err).toContain('With costCenter: 42');
  });

  test('is accepted in its declared position only', async () => {
    const line = 'pay quick conn_1 --amount 12.50 -F costCenter=north --yes -P default';
    expect([(await run(line)).code, sent()]).toEqual([2, 0]);
  });
});

test('a duplicate key in an object is not sent', async () => {
  const body = '{"connectionId":"conn_1","fundingSourceId":"fs_1","amount":1,"amount":750}';
  expect((await run('api POST /api/payments/quick-pay --file - --yes', body)).code).toBe(2);
  expect(sent()).toBe(0);
});

test('only the gate creates a prepared request, and the transport accepts no other', () => {
  const Other = PreparedRequest as unknown as new (...given: unknown[]) => object;
  expect(() => new Other(Symbol('prepare'), {})).toThrow('prepare()');
  const forged = Object.create(PreparedRequest.prototype);
  const request = { method: 'POST', path: '/api/payments/quick-pay', headers: {}, effect: 'read' };
  const base = new URL('https://api.example.com');
  for (const prepared of [undefined, {}, forged]) {
    expect(() => assertPrepared({ ...request, prepared } as never, base)).toThrow();
  }
});

describe('a write that is not a payment', () => {
  test('refuses -F and --data that contradict its flags', async () => {
    const create = 'payable create --connection conn_1 --amount 5 --memo a';
    expect((await run(`${create} -F amount=900`)).code).toBe(2);
    expect((await run(`${create} --data {"memo":"b"}`)).code).toBe(2);
    expect(sent()).toBe(0);
    expect((await run(`${create} -F costCenter=42`)).code).toBe(0);
    expect(sent()).toBe(1);
  });
});

describe('a batch', () => {
  const csv = 'payableId\npay_small\npay_mid\npay_big\n';

  test("that is refused reports each row's own reason, and that another row was refused", async () => {
    recorder.refusesWith(422, {
      code: 'bulk_validation_failed',
      detail: 'One item is wrong.',
      errors: [{ index: 1, code: 'payment_in_progress', message: 'A payment is under way.' }],
    });
    const { code, out } = await run('pay bulk --file - --yes --json --max-total 100000', csv);
    expect([code, sent()]).toEqual([7, 1]);
    expect(JSON.parse(out)).toMatchObject([
      { outcome: 'not-sent', error: 'not sent (another row was refused)' },
      { outcome: 'rejected', error: 'A payment is under way. (422)' },
      { outcome: 'not-sent', error: 'not sent (another row was refused)' },
    ]);
  });

  test('omits payables with a payment in flight, reports them, and sends the rest', async () => {
    recorder.changes({ pay_mid: { activePaymentId: 'pmt_9', paymentStatus: 'PROCESSING' } });
    const { code, out } = await run('pay bulk --file - --yes --json --max-total 100000', csv);
    const [write] = recorder.takeWrites();
    expect(JSON.parse(write?.text ?? '')).toMatchObject({
      payments: [{ payableId: 'pay_small' }, { payableId: 'pay_big' }],
    });
    expect(code).toBe(0);
    expect(JSON.parse(out).map((it: { outcome: string }) => it.outcome)).toEqual([
      ...['applied', 'skipped', 'applied'],
    ]);
  });

  test('checks expectations against what is sent, not against the file', async () => {
    recorder.changes({ pay_mid: { activePaymentId: 'pmt_9', paymentStatus: 'PROCESSING' } });
    const { code } = await run('pay bulk --file - --yes --expect-total 25751', csv);
    expect([code, sent()]).toEqual([14, 0]);
  });
});
