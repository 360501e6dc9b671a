import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { FixedOptions } from '../../src/sandbox/context/settings.ts';
import { openStore } from '../../src/storage/open-database.ts';
import { isChosen } from '../helpers/chosen-cases.ts';
import { answerConfirmation } from '../helpers/run-command.ts';
import { type Service, startPrepared } from '../helpers/signed-in-sandbox.ts';
import { type Fate, type KeyedService, type Kind, keyedService } from './keyed-service.ts';

/** A line of the program, what happens to its request, and the directory of its journal. */
interface Line {
  readonly line: string;
  readonly fate?: Fate;
  readonly home?: string;
}

/** A line of the program, or something that happens between two of them. Its result is added to the exit codes. */
type Step = string | Line | ((scene: Scene) => Promise<unknown>);

/** The parts of one case. */
interface Scene {
  readonly service: Service;
  readonly proxy: KeyedService;
  readonly ids: Ids;
}

interface Case {
  readonly steps: readonly Step[];
  readonly expected: string;
  readonly options?: Partial<FixedOptions>;
  readonly kind?: Kind;
}

const INITIATE = 'pay initiate {P}';
const QUICK = 'pay quick {C} --amount 7';
const WITHDRAW = 'business withdraw {B} --amount 7 --bank {F}';
const BULK = 'pay bulk --file both.csv';
const NOT_APPLIED = 'journal resolve {I} --not-applied';
const APPLIED = 'journal resolve {I} --applied';
const refused: Fate = { status: 422, body: { code: 'insufficient_funds' } };
const lost = (line: string): Step => ({ line, fate: 'lose-request' });
const unanswered = (line: string): Step => ({ line, fate: 'lose-answer' });
const there = (line: string): Step => ({ line, home: 'other' });

/** A day passes at the service and in the journal. */
const nextDay: Step = async ({ service }) => {
  await service.control('POST', '/sandbox/clock/advance', { by: 'PT25H' });
  const store = await openStore(join(service.home, 'here', 'state', 'journal.db'));
  await sql`update intents set created_at = '2026-01-01T00:00:00.000Z', service_time = '2026-01-01T00:00:00.000Z'`.execute(
    store.db,
  );
  await store.close();
};

/** Another bank account becomes the default one of the payer. */
const otherDefault: Step = async ({ service }) => {
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' };
  const account = { publicToken: 'public-sandbox-good', accountId: 'acct_checking_0000' };
  const sent = { ...account, businessId: service.payer };
  const path = `${service.baseUrl}/api/bank-accounts`;
  const linked = await fetch(`${path}/connect-linkprovider`, {
    method: 'POST',
    headers,
    body: JSON.stringify(sent),
  });
  const { id } = (await linked.json()) as { id: string };
  await service.json(`bank set-default ${id} --yes`);
};

/** The connection is refused when the person has answered. */
const notSent: Step = async ({ proxy, service, ids }) => {
  const { code } = await service.remit(filled(INITIATE, ids), {
    env: envOf({ proxy, service }, 'here'),
    tty: { stdin: true, stderr: true },
    stdin: answerConfirmation,
    beforeAnswer: () => proxy.down(),
  });
  await proxy.up();
  return code;
};

/**
 * The cases: `exit codes | keys of the requests that arrived | payments that were made`. Equal letters are equal keys, in the
 * order of their first use; a step that is no line of the program has no code.
 */
const cases: Readonly<Record<string, Case>> = {
  'a payment that was not sent': { steps: [notSent, INITIATE], expected: '9 0 | A | 1' },
  'a payment that was rejected': {
    steps: [{ line: INITIATE, fate: refused }, INITIATE],
    expected: '7 0 | A A | 1',
  },
  'a payment that was throttled': {
    steps: [{ line: `${INITIATE} --retries 0`, fate: { status: 429 } }, INITIATE],
    expected: '8 0 | A A | 1',
  },
  'a payment with an unknown outcome': {
    steps: [unanswered(INITIATE), INITIATE],
    expected: '10 14 | A | 1',
  },
  'a payment that was applied': { steps: [INITIATE, INITIATE], expected: '0 14 | A | 1' },
  'a payment that a verdict says was applied': {
    steps: [unanswered(INITIATE), APPLIED, INITIATE],
    expected: '10 0 14 | A | 1',
  },
  'a payment that a verdict says was not applied': {
    steps: [lost(INITIATE), NOT_APPLIED, INITIATE],
    expected: '10 0 0 | A A | 1',
  },
  'a payment that a wrong verdict says was not applied': {
    steps: [unanswered(INITIATE), NOT_APPLIED, INITIATE, INITIATE],
    expected: '10 0 0 14 | A A | 1',
  },
  'a payment that a wrong verdict says was not applied, replays unmarked': {
    steps: [unanswered(INITIATE), NOT_APPLIED, INITIATE],
    expected: '10 0 0 | A A | 1',
    kind: { marks: false },
  },
  'a cancelled payment': {
    steps: [`${INITIATE} --on 2026-04-01`, 'pay cancel {L} --payable {P}', INITIATE],
    expected: '0 0 0 | A B | 2',
  },
  'a cancelled payment, whose end the service does not show': {
    steps: [`${INITIATE} --on 2026-04-01`, 'pay cancel {L} --payable {P}', INITIATE],
    expected: '0 0 0 | A B | 2',
    kind: { hidesEnds: true },
  },
  'a cancelled payment, whose end the service does not show, made as it was': {
    steps: [
      `${INITIATE} --on 2026-04-01`,
      'pay cancel {L} --payable {P}',
      `${INITIATE} --on 2026-04-01`,
    ],
    expected: '0 0 0 | A A B | 2',
    kind: { hidesEnds: true },
  },
  'a cancelled payment, by another journal': {
    steps: [`${INITIATE} --on 2026-04-01`, 'pay cancel {L} --payable {P}', there(INITIATE)],
    expected: '0 0 0 | A B | 2',
  },
  'two journals': {
    steps: [unanswered(INITIATE), there(INITIATE), there(INITIATE)],
    expected: '10 14 14 | A A | 1',
  },
  'two journals, replays unmarked': {
    steps: [unanswered(INITIATE), there(INITIATE)],
    expected: '10 14 | A A | 1',
    kind: { marks: false },
  },
  'two journals, and a verdict': {
    steps: [unanswered(INITIATE), there(INITIATE), NOT_APPLIED, INITIATE],
    expected: '10 14 0 0 | A A A | 1',
  },
  'two journals, a batch, lost': {
    steps: [lost(BULK), there(BULK), NOT_APPLIED, BULK],
    expected: '10 0 0 0 | A A | 2',
  },
  'another speed, after a refusal': {
    steps: [{ line: `${INITIATE} --speed same-day`, fate: refused }, INITIATE],
    expected: '7 0 | A B | 1',
  },
  'another speed, after a verdict': {
    steps: [lost(INITIATE), NOT_APPLIED, `${INITIATE} --speed same-day`],
    expected: '10 0 14 | A | 0',
  },
  'another speed, after a verdict, allowed by name': {
    steps: [lost(INITIATE), NOT_APPLIED, `${INITIATE} --speed same-day --allow-duplicate {I}`],
    expected: '10 0 0 | A B | 1',
  },
  'another default account': {
    steps: [
      unanswered(INITIATE),
      otherDefault,
      INITIATE,
      NOT_APPLIED,
      INITIATE,
      `${INITIATE} --bank {A}`,
    ],
    expected: '10 14 0 14 0 | A A | 1',
  },
  'a batch': { steps: [lost(BULK), NOT_APPLIED, BULK], expected: '10 0 0 | A A | 2' },
  'a batch that a wrong verdict says was not applied': {
    steps: [unanswered('pay bulk --file both.csv'), NOT_APPLIED, BULK],
    expected: '10 0 0 | A | 2',
  },
  'a batch with a row less': {
    steps: [lost(BULK), NOT_APPLIED, 'pay bulk --file one.csv', INITIATE],
    expected: '10 0 14 14 | A | 0',
  },
  'a batch with a row less, allowed by name': {
    steps: [lost(BULK), NOT_APPLIED, 'pay bulk --file one.csv --allow-duplicate {I}'],
    expected: '10 0 0 | A B | 1',
  },
  '409': {
    steps: [{ line: INITIATE, fate: { status: 409, body: { code: 'conflict' } } }, INITIATE],
    expected: '10 14 | A | 0',
  },
  '422 without a code': {
    steps: [{ line: INITIATE, fate: { status: 422 } }, INITIATE],
    expected: '10 14 | A | 0',
  },
  '422 about the key': {
    steps: [{ line: INITIATE, fate: { status: 422, body: { code: 'idempotency_key_reuse' } } }],
    expected: '10 | A | 0',
  },
  'a refusal that the service repeats': {
    steps: [{ line: INITIATE, fate: refused }, INITIATE],
    expected: '7 0 | A A B | 1',
    kind: { keepsRefusals: true },
  },
  'a refusal that the service repeats unmarked': {
    steps: [{ line: INITIATE, fate: refused }, INITIATE],
    expected: '7 0 | A A B | 1',
    kind: { keepsRefusals: true, marks: false },
  },
  'two refusals that the service repeats': {
    steps: [{ line: INITIATE, fate: refused }, { line: INITIATE, fate: refused }, INITIATE],
    expected: '7 7 0 | A A B A B C | 1',
    kind: { keepsRefusals: true },
  },
  'a refusal that the service repeats, by two journals': {
    steps: [{ line: INITIATE, fate: refused }, unanswered(INITIATE), there(INITIATE)],
    expected: '7 10 14 | A A B A B | 1',
    kind: { keepsRefusals: true },
  },
  'a conflict that the service repeats, after a verdict': {
    steps: [{ line: INITIATE, fate: { status: 409 } }, NOT_APPLIED, INITIATE],
    expected: '10 0 0 | A A B | 1',
    kind: { keepsRefusals: true },
  },
  'a quick payment': {
    steps: [unanswered(QUICK), QUICK, NOT_APPLIED, QUICK],
    expected: '10 14 0 0 | A A | 1',
  },
  'a quick payment, unmarked': {
    steps: [unanswered(QUICK), NOT_APPLIED, QUICK],
    expected: '10 0 0 | A A | 2',
    kind: { marks: false },
    options: { idempotency: 'off' },
  },
  'a quick payment, allowed by name': {
    steps: [QUICK, QUICK, `${QUICK} --allow-duplicate {I}`],
    expected: '0 14 0 | A B | 2',
  },
  'equal quick payments on two days': { steps: [QUICK, nextDay, QUICK], expected: '0 0 | A B | 2' },
  'a quick payment after a verdict on an equal one': {
    steps: [unanswered(QUICK), APPLIED, nextDay, QUICK],
    expected: '10 0 0 | A B | 2',
  },
  'a quick payment of two journals': { steps: [QUICK, there(QUICK)], expected: '0 0 | A B | 2' },
  'a reference': {
    steps: [`${QUICK} --reference W1`, `${QUICK} --reference W1`, `${QUICK} --reference W2`],
    expected: '0 14 0 | A B | 2',
  },
  'a reference on two days': {
    steps: [`${QUICK} --reference W1`, nextDay, `${QUICK} --reference W1`],
    expected: '0 14 | A | 1',
  },
  'a reference with another amount': {
    steps: [
      lost(`${QUICK} --reference W1`),
      NOT_APPLIED,
      'pay quick {C} --amount 8 --reference W1',
    ],
    expected: '10 0 14 | A | 0',
  },
  'a reference of two journals': {
    steps: [unanswered(`${QUICK} --reference W1`), there(`${QUICK} --reference W1`)],
    expected: '10 14 | A A | 1',
  },
  'a withdrawal': {
    steps: [unanswered(WITHDRAW), NOT_APPLIED, WITHDRAW, WITHDRAW],
    expected: '10 0 0 14 | A A | 1',
  },
  'a withdrawal to another account': {
    steps: [unanswered(WITHDRAW), otherDefault, NOT_APPLIED, WITHDRAW.replace('{F}', '{A}')],
    expected: '10 0 14 | A | 1',
  },
  'a withdrawal with a reference, by two journals': {
    steps: [unanswered(`${WITHDRAW} --reference W1`), there(`${WITHDRAW} --reference W1`)],
    expected: '10 14 | A A | 1',
  },
  'a row of a plan that a wrong verdict says was not applied': {
    steps: [
      'run plan --file quick.csv --out run.json',
      unanswered('run apply run.json'),
      NOT_APPLIED,
      'run apply run.json',
    ],
    expected: '0 10 0 0 | A A | 1',
  },
  'a service that ignores keys: a wrong verdict pays a quick payment twice': {
    steps: [unanswered(QUICK), NOT_APPLIED, QUICK],
    expected: '10 0 0 | A A | 2',
    options: { idempotency: 'off' },
  },
  'a service that ignores keys: a wrong verdict on a payable is unknown again': {
    steps: [unanswered(INITIATE), NOT_APPLIED, INITIATE],
    expected: '10 0 10 | A A | 1',
    options: { idempotency: 'off' },
  },
  'a service that forgets keys: a wrong verdict a day later pays a quick payment twice': {
    steps: [unanswered(QUICK), NOT_APPLIED, nextDay, QUICK],
    expected: '10 0 0 | A A | 2',
    options: { idempotency: '24h' },
  },
  'a service that keeps keys: a wrong verdict a day later': {
    steps: [unanswered(QUICK), NOT_APPLIED, nextDay, QUICK],
    expected: '10 0 0 | A A | 1',
  },
  'a key of one’s own': {
    steps: [INITIATE, QUICK, WITHDRAW, BULK].map((line) => `${line} --idempotency-key mine`),
    expected: '2 2 2 2 |  | 0',
  },
};

/** One of each kind; the project thorough runs the others. */
const usual = [
  'a payment that was not sent',
  'a payment that was rejected',
  'a payment with an unknown outcome',
  'a payment that a wrong verdict says was not applied',
  'a cancelled payment',
  'two journals',
  'another speed, after a verdict',
  'a batch',
  'a refusal that the service repeats',
  'a quick payment',
  'a reference',
  'a withdrawal',
  'a row of a plan that a wrong verdict says was not applied',
  'a key of one’s own',
];
const chosen = Object.entries(cases).filter(([name]) => isChosen(usual.includes(name)));

let scene: Scene;
const rows: string[] = [];
afterEach(async () => {
  await scene.proxy.close();
  await scene.service.close();
});
afterAll(() => void process.stdout.write(`${rows.join('\n')}\n`));

test.for(chosen)('%s', async ([name, { steps, expected, options, kind }]) => {
  const { service, facts } = await startPrepared('two payables and a balance', payable, options);
  const proxy = await keyedService(service.baseUrl);
  const ids = { ...facts };
  scene = { service, proxy, ids };
  await service.file('both.csv', `payableId\n${ids['P']}\n${ids['Q']}\n`);
  await service.file('one.csv', `payableId\n${ids['P']}\n`);
  await service.file('quick.csv', `connectionId,amount\n${ids['C']},7\n`);
  proxy.kind = kind ?? {};
  const before = await made(service);
  const codes: number[] = [];
  for (const step of steps) {
    const code = typeof step === 'function' ? await step(scene) : await run(step, ids);
    if (typeof code === 'number') codes.push(code);
  }
  const letters = [...new Set(proxy.keys)];
  const keys = proxy.keys.map((key) => String.fromCharCode(65 + letters.indexOf(key)));
  const result = `${codes.join(' ')} | ${keys.join(' ')} | ${(await made(service)) - before}`;
  rows.push(`${name}: ${result}`);
  expect(result).toBe(expected);
});

type Ids = Record<string, string>;

/** Runs a line. Keeps the intent of its error as `{I}`, and the last payment as `{L}`. */
async function run(step: string | Line, ids: Ids): Promise<number> {
  const { line, fate, home = 'here' }: Line = typeof step === 'string' ? { line: step } : step;
  scene.proxy.next = fate === undefined ? [] : [fate];
  const yes = /^(pay|business|run apply)/.test(line) ? ' --yes' : '';
  const { code, out, err } = await scene.service.remit(`${filled(line, ids)}${yes} --json`, {
    env: envOf(scene, home),
  });
  scene.proxy.next = [];
  const intent =
    code === 0 ? undefined : JSON.parse(err.trim().split('\n').at(-1) ?? '').error.intentId;
  if (intent && home === 'here') ids['I'] = intent;
  const payment = code === 0 ? /pmt_\w+/.exec(out)?.[0] : undefined;
  if (payment) ids['L'] = payment;
  return code;
}

const filled = (line: string, ids: Ids): string =>
  line.replace(/\{(\w)\}/g, (_, name: string) => ids[name] ?? '');

const envOf = ({ proxy, service }: Pick<Scene, 'proxy' | 'service'>, home: string) => ({
  REMIT_HOME: join(service.home, home),
  REMIT_BASE_URL: proxy.baseUrl,
  REMIT_TOKEN: service.token,
  REMIT_BUSINESS: service.payer,
});

/** Gives the payee a balance, and the payer two payables to pay. */
async function payable(service: Service): Promise<Ids> {
  await fund(service);
  const first = async (line: string) => (await service.json<{ id: string }[]>(line))[0]?.id ?? '';
  return {
    ...{ P: await approved(service, 11), Q: await approved(service, 12), B: service.payee },
    C: await first('connection list'),
    A: await first(`bank list -b ${service.payer}`),
    F: await first(`bank list -b ${service.payee}`),
  };
}

/** Creates a payable that can be paid. */
async function approved(service: Service, amount: number): Promise<string> {
  const connection = (await service.json<{ id: string }[]>('connection list'))[0]?.id;
  const { id } = await service.json(
    `payable create -b ${service.payee} --connection ${connection} --amount ${amount} --submit`,
  );
  await service.json(`payable approve ${id} --yes`);
  return String(id);
}

async function fund(service: Service): Promise<void> {
  const connection = (await service.json<{ id: string }[]>('connection list'))[0]?.id;
  await service.json(`pay quick ${connection} --amount 500 --yes`);
  await service.control('POST', '/sandbox/clock/advance', { businessDays: 4 });
}

/** Returns the number of payments and withdrawals that the service made. */
async function made(service: Service): Promise<number> {
  const of = async (type: string) =>
    ((await service.control('GET', `/sandbox/events?type=${type}`)) as unknown[]).length;
  return (await of('payment.created')) + (await of('withdrawal.created'));
}
