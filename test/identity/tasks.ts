/** Commands that write, each with the thing that the person names. */

import type { Chance } from '../faults/seeded-random.ts';
import type { Effect, Stage, Workspace } from './stage.ts';

/** Command lines of one purpose, and what may change. */
export interface Task {
  readonly name: string;
  /** The last one is the write; those before it prepare it, such as `run plan`. */
  readonly lines: readonly (readonly string[])[];
  /** The changes that the person names, each at most once; none if the line contradicts itself. */
  readonly meant: readonly Effect[];
  /** The payables of the case; the first is the named one. */
  readonly payables: readonly Named[];
  /** The invoice number that names the payable; `undefined` if its id does. */
  readonly number?: string | undefined;
  /** True if the command compares the payable again after its question. */
  readonly comparesAgain: boolean;
  /** True if the journal records it, so that its outcome can be unknown. */
  readonly isJournaled: boolean;
}

/** A payable of the case. */
export interface Named {
  readonly id: string;
  readonly number: string;
  readonly cents: number;
  readonly payee: string;
  readonly connection: string;
}

/** The parts that a task is built from. */
export interface Build {
  readonly stage: Stage;
  readonly workspace: Workspace;
  readonly chance: Chance;
  readonly seed: number;
  /** True if a question is answered; otherwise the line has `--yes`. */
  readonly isAsked: boolean;
}

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const shown = (cents: number): string => String(cents / 100);

/** Draws a command and prepares its payables. */
export function drawTask(build: Build): Promise<Task> {
  return build.chance.pick(tasks)(build);
}

/** Some more than once: so often they are drawn. */
const tasks: readonly ((build: Build) => Promise<Task>)[] = [
  ...[payOne, payOne, payOne, payRaw, payQuick, payQuick, payQuick, payFile, payPlan],
  ...[cancelPayment, cancelPayment, approve, approve, approve, decline],
  ...[cancelInvoice, createInvoice, createInvoice, withdraw, withdraw],
  ...[setDefault, setAlias, sendLink],
];

/** Creates payables received by the payer: two of the first payee and one of the second. */
async function received(
  { stage, chance, seed }: Build,
  status: 'APPROVED' | 'SUBMITTED',
): Promise<readonly Named[]> {
  const { payee, other, connection, otherConnection, payer, ask } = stage;
  const sides = [
    { payee, connection },
    { payee: other, connection: otherConnection },
    { payee, connection },
  ];
  // Any of them can be the named one.
  const first = chance.pick([0, 1, 2]);
  const made: Named[] = [];
  for (const at of [first, (first + 1) % 3, (first + 2) % 3]) {
    const side = sides[at] as (typeof sides)[number];
    const number = `N-${seed}-${at}`;
    const cents = 1000 + Math.floor(chance.next() * 50_000);
    const body = { connectionId: side.connection, amount: cents / 100, invoiceNumber: number };
    const path = `/api/businesses/${side.payee}/payables`;
    const { id } = await ask('POST', path, { ...body, submit: true });
    if (status === 'APPROVED') await ask('POST', `/api/businesses/${payer}/payables/${id}/approve`);
    made.push({ ...side, id, number, cents });
  }
  return made;
}

/** Creates two invoices of the payer to the first payee. */
async function sent({ stage, chance, seed }: Build): Promise<readonly [Named, Named]> {
  const { connection, payer, ask } = stage;
  const one = async (number: string): Promise<Named> => {
    const cents = 1000 + Math.floor(chance.next() * 50_000);
    const body = { connectionId: connection, amount: cents / 100, invoiceNumber: number };
    const path = `/api/businesses/${payer}/payables`;
    const { id } = await ask('POST', path, { ...body, submit: true });
    return { id, number, cents, payee: payer, connection };
  };
  return [await one(`S-${seed}-0`), await one(`S-${seed}-1`)];
}

const paymentOf = ({ id, payee, cents }: Named, bank?: string): Effect => ({
  ...{ change: `payment of ${id} to ${payee}: ${shown(cents)}`, bank },
});

/** Draws how the payable is named: by its id, or by its number with what a script must add. */
function nameOf({ chance, isAsked }: Build, it: Named) {
  if (chance.happens(0.5)) return { words: [it.id], number: undefined };
  const whose = isAsked && chance.happens(0.7) ? [] : ['--connection', it.connection];
  return { words: [it.number, ...whose], number: it.number };
}

/** Draws expectations. Those of another payee make any payment wrong. */
function expectationsOf({ chance, stage }: Build, it: Pick<Named, 'payee' | 'cents'>) {
  const another = it.payee === stage.payee ? stage.other : stage.payee;
  const isOther = chance.happens(0.15);
  const payee = isOther ? another : it.payee;
  const words = [
    ...(isOther || chance.happens(0.4) ? ['--expect-payee', payee] : []),
    ...(chance.happens(0.4) ? ['--max-total', dollars(it.cents)] : []),
  ];
  return { words, isMet: !isOther };
}

const confirmed = ({ isAsked }: Build): readonly string[] => (isAsked ? [] : ['--yes']);

async function payOne(build: Build): Promise<Task> {
  const { chance, stage } = build;
  const payables = await received(build, 'APPROVED');
  const [it] = payables as [Named];
  const bank = chance.happens(0.3) ? stage.banks[1] : undefined;
  const { words, number } = nameOf(build, it);
  const expected = expectationsOf(build, it);
  const amount = chance.happens(0.4) ? ['--expect-amount', dollars(it.cents)] : [];
  const from = bank === undefined ? [] : ['--bank', bank];
  const line = ['pay', 'initiate', ...words, ...from, ...expected.words, ...amount];
  return {
    ...{ name: 'pay initiate', payables, number, isJournaled: true },
    lines: [[...line, ...confirmed(build)]],
    meant: expected.isMet ? [paymentOf(it, bank)] : [],
    comparesAgain: true,
  };
}

async function payRaw(build: Build): Promise<Task> {
  const payables = await received(build, 'APPROVED');
  const [it] = payables as [Named];
  const [bank] = build.stage.banks;
  const fields = ['-F', `payableId=${it.id}`, '-F', `fundingSourceId=${bank}`];
  const expected = expectationsOf(build, it);
  const line = ['api', 'POST', '/api/payments/initiate', ...fields, ...expected.words];
  return {
    ...{ name: 'api POST', payables, isJournaled: true, comparesAgain: true },
    lines: [[...line, ...confirmed(build)]],
    meant: expected.isMet ? [paymentOf(it, bank)] : [],
  };
}

async function payQuick(build: Build): Promise<Task> {
  const { stage, chance, seed } = build;
  const isFirst = chance.happens(0.6);
  const payee = isFirst ? stage.payee : stage.other;
  const connection = isFirst ? stage.connection : stage.otherConnection;
  const cents = 100 + (seed % 50_000);
  const bank = chance.happens(0.2) ? stage.banks[1] : undefined;
  const expected = expectationsOf(build, { payee, cents });
  const from = bank === undefined ? [] : ['--bank', bank];
  const line = ['pay', 'quick', connection, '--amount', dollars(cents), ...from];
  return {
    ...{ name: 'pay quick', payables: [], isJournaled: true, comparesAgain: true },
    lines: [[...line, ...expected.words, ...confirmed(build)]],
    meant: expected.isMet
      ? [
          {
            change: `payment of ${connection} to ${payee}: ${shown(cents)}`,
            bank,
          },
        ]
      : [],
  };
}

/** Writes a file that names one or two payables, by id or by number and connection. */
async function payableFile({ workspace, chance }: Build, payables: readonly Named[]) {
  const rows = payables.slice(0, chance.pick([1, 2]));
  const byNumber = chance.happens(0.4);
  const lines = rows.map((it) => `${byNumber ? it.number : it.id},${it.connection}`);
  const file = await workspace.file('rows.csv', `payableId,connectionId\n${lines.join('\n')}\n`);
  return { file, rows };
}

async function payFile(build: Build): Promise<Task> {
  const payables = await received(build, 'APPROVED');
  const { file, rows } = await payableFile(build, payables);
  return {
    ...{ name: 'pay bulk', payables, isJournaled: true, comparesAgain: true },
    lines: [['pay', 'bulk', '--file', file, ...confirmed(build)]],
    meant: rows.map((it) => paymentOf(it)),
  };
}

async function payPlan(build: Build): Promise<Task> {
  const payables = await received(build, 'APPROVED');
  const { file, rows } = await payableFile(build, payables);
  return {
    ...{ name: 'run apply', payables, isJournaled: true, comparesAgain: true },
    lines: [
      ['run', 'plan', '--file', file, '--out', 'plan.json'],
      ['run', 'apply', 'plan.json', ...confirmed(build)],
    ],
    meant: rows.map((it) => paymentOf(it)),
  };
}

async function cancelPayment(build: Build): Promise<Task> {
  const { stage, chance } = build;
  const payables = await received(build, 'APPROVED');
  const [it, second] = payables as [Named, Named];
  const schedule = async ({ id: payableId }: Named) => {
    const body = { payableId, fundingSourceId: stage.banks[0], scheduledDate: '2026-03-10' };
    return (await stage.ask('POST', '/api/payments/initiate', body)).id;
  };
  const [payment] = [await schedule(it), await schedule(second)];
  const named = chance.pick([undefined, it, second, second]);
  const words = named ? ['--payable', chance.pick([named.id, named.id, named.number])] : [];
  return {
    ...{ name: 'pay cancel', payables, isJournaled: true, comparesAgain: false },
    lines: [['pay', 'cancel', payment, ...words, ...confirmed(build)]],
    meant: named === second ? [] : [{ change: `payment.cancelled ${payment}` }],
  };
}

async function approve(build: Build): Promise<Task> {
  const payables = await received(build, 'SUBMITTED');
  const [it] = payables as [Named];
  const { words, number } = nameOf(build, it);
  return {
    ...{ name: 'payable approve', payables, number, isJournaled: false },
    lines: [['payable', 'approve', ...words, ...confirmed(build)]],
    meant: [{ change: `payable.approved ${it.id}` }],
    comparesAgain: true,
  };
}

async function decline(build: Build): Promise<Task> {
  const payables = await received(build, 'SUBMITTED');
  const [it] = payables as [Named];
  const { words, number } = nameOf(build, it);
  return {
    ...{ name: 'payable decline', payables, number, isJournaled: false },
    lines: [['payable', 'decline', ...words, '--reason', 'Wrong', ...confirmed(build)]],
    meant: [{ change: `payable.declined ${it.id}` }],
    comparesAgain: false,
  };
}

async function cancelInvoice(build: Build): Promise<Task> {
  const payables = await sent(build);
  const [it] = payables;
  const { words, number } = nameOf(build, it);
  return {
    ...{ name: 'payable cancel', payables, number, isJournaled: false },
    lines: [['payable', 'cancel', ...words, ...confirmed(build)]],
    meant: [{ change: `payable.cancelled ${it.id}` }],
    comparesAgain: false,
  };
}

async function createInvoice({ stage, chance, seed }: Build): Promise<Task> {
  const { payer, connection } = stage;
  const number = `C-${seed}`;
  const cents = 1000 + Math.floor(chance.next() * 50_000);
  const words = [
    '--connection',
    connection,
    '--amount',
    dollars(cents),
    '--invoice-number',
    number,
  ];
  return {
    ...{ name: 'payable create', isJournaled: true, comparesAgain: false },
    payables: [{ id: '', number, cents, payee: payer, connection }],
    lines: [['payable', 'create', ...words]],
    meant: [{ change: `payable ${number} of ${payer} on ${connection}: ${shown(cents)}` }],
  };
}

async function withdraw(build: Build): Promise<Task> {
  const { stage, chance, seed } = build;
  const bank = chance.pick(stage.banks);
  const cents = 100 + (seed % 10_000);
  const line = ['business', 'withdraw', '--amount', dollars(cents), '--bank', bank];
  return {
    ...{ name: 'business withdraw', payables: [], isJournaled: true },
    lines: [[...line, ...confirmed(build)]],
    meant: [{ change: `withdrawal of ${stage.payer}: ${shown(cents)}`, bank }],
    comparesAgain: true,
  };
}

async function setDefault({ stage }: Build): Promise<Task> {
  const [, bank] = stage.banks;
  return {
    ...{ name: 'bank set-default', payables: [], isJournaled: false },
    lines: [['bank', 'set-default', bank]],
    meant: [{ change: `bank_account.default_changed ${bank}` }],
    comparesAgain: false,
  };
}

async function setAlias({ stage, seed }: Build): Promise<Task> {
  const { otherConnection } = stage;
  const alias = `Label ${seed}`;
  const change = `connection.updated ${otherConnection}: ${alias}`;
  return {
    ...{ name: 'connection set-alias', payables: [], isJournaled: false },
    lines: [['connection', 'set-alias', otherConnection, alias]],
    meant: [{ change }],
    comparesAgain: false,
  };
}

async function sendLink(build: Build): Promise<Task> {
  const payables = await sent(build);
  const [it] = payables;
  for (const { id } of payables) {
    await build.stage.ask('POST', `/api/businesses/${it.payee}/payables/${id}/payment-link/enable`);
  }
  const { words, number } = nameOf(build, it);
  const email = `ap${build.seed}@coastal.test`;
  return {
    ...{ name: 'link send', payables, number, isJournaled: false },
    lines: [['link', 'send', ...words, '--email', email]],
    meant: [{ change: `payment_link.sent ${it.id}: ${email}` }],
    comparesAgain: false,
  };
}
