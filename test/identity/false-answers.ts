/** Answers of a service in which one thing about identity is another one. */

import type { Chance } from '../faults/seeded-random.ts';
import type { Json, Stage } from './stage.ts';
import type { Task } from './tasks.ts';

/** A drawn change of one kind of answers. */
export interface FalseAnswer {
  readonly name: string;
  /** Changes the answer if it is of its kind and of its turn. Returns `undefined` for any other. */
  readonly strike: (path: string) => ((json: unknown) => unknown) | undefined;
}

type Kind = 'payable' | 'payables' | 'connection' | 'connections' | 'banks' | 'log';

const patterns: Readonly<Record<Kind, RegExp>> = {
  payable: /\/payables\/[^/?]+$/,
  payables: /\/payables(\?|$)/,
  connection: /\/connections\/[^/?]+$/,
  connections: /\/connections(\?|$)/,
  banks: /\/bank-accounts(\?|$)/,
  log: /\/activity-log/,
};

/** Draws a change: of the first or the second answer of a kind, or of each one about the named payable. */
export async function drawFalseAnswer(
  stage: Stage,
  task: Task,
  chance: Chance,
): Promise<FalseAnswer> {
  const kind = kindFor(task, chance);
  const change = chance.pick(await changesOf(kind, stage, task));
  const turn = change.isPlain ? chance.pick([0, 0, 0, 1]) : chance.pick([0, 1, undefined]);
  let seen = 0;
  return {
    name: `${turn === undefined ? 'each' : `the ${turn + 1}.`} answer of ${kind}: ${change.name}`,
    strike(path) {
      if (!patterns[kind].test(path)) return undefined;
      return turn === undefined || seen++ === turn ? change.make : undefined;
    },
  };
}

/** The kinds of answers that a command reads, without those that name a payable. */
const kindsOf: Readonly<Record<string, readonly Kind[]>> = {
  'run apply': ['payable', 'payable', 'payables', 'banks', 'connections'],
  'pay bulk': ['payable', 'payable', 'payables', 'banks', 'connections'],
  'pay cancel': ['payable', 'log', 'payables'],
  'pay quick': ['connection', 'connection', 'connections', 'banks'],
  'payable create': ['connection'],
  'business withdraw': ['banks'],
  'bank set-default': ['banks'],
  'connection set-alias': ['connection'],
};

function kindFor({ name, number }: Task, chance: Chance): Kind {
  if (number !== undefined) return chance.pick(['payable', 'payables', 'payables']);
  return chance.pick(kindsOf[name] ?? ['payable', 'payable', 'payable', 'banks']);
}

interface MadeUp {
  readonly name: string;
  readonly make: (json: unknown) => unknown;
  /** False if the record is a whole other one, which no number of answers makes the named one. */
  readonly isPlain: boolean;
}

/** Returns the changes of a kind of answers. */
async function changesOf(kind: Kind, stage: Stage, task: Task): Promise<readonly MadeUp[]> {
  if (kind === 'payable') return ofPayable(stage, task);
  if (kind === 'connection') return ofConnection(stage);
  return [...ofRows, ...(kind === 'banks' ? ofBanks(stage) : [])];
}

const plain = (name: string, make: MadeUp['make']): MadeUp => ({ name, make, isPlain: true });

async function ofPayable({ ask, payer, payee }: Stage, task: Task): Promise<readonly MadeUp[]> {
  const [named, ...others] = task.payables;
  const records: Json[] = [];
  for (const { id } of others) {
    records.push(await ask<Json>('GET', `/api/businesses/${payer}/payables/${id}`));
  }
  const [another = {}] = records;
  const isNamed = (json: unknown) => (json as Json)['id'] === named?.id;
  const field = (...names: string[]) =>
    plain(`its ${names.join(' and ')} of another one`, (json) => ({
      ...(json as Json),
      ...Object.fromEntries(names.map((name) => [name, another[name]])),
    }));
  const whole = (name: string, make: MadeUp['make']): MadeUp => ({
    ...{ name, isPlain: false, make: (json) => (isNamed(json) ? make(json) : json) },
  });
  const disguise = (json: unknown) => {
    const { amount, payeeName, senderBusinessId, invoiceNumber } = json as Json;
    return { amount, payeeName, senderBusinessId, invoiceNumber };
  };
  return [
    ...records.flatMap((record) => [
      whole('the record of another payable', () => record),
      whole('another payable with its amount and payee', (json) => ({
        ...record,
        ...disguise(json),
      })),
    ]),
    field('id'),
    field('id', 'payableId'),
    field('invoiceNumber'),
    field('connectionId'),
    field('senderBusinessId', 'businessId'),
    field('payeeName'),
    plain('another payer', (json) => ({ ...(json as Json), payerBusinessId: payee })),
    plain('the other direction', (json) => ({ ...(json as Json), direction: 'sent' })),
    plain('another payment', (json) => ({ ...(json as Json), activePaymentId: 'pmt_elsewhere' })),
  ];
}

async function ofConnection(stage: Stage): Promise<readonly MadeUp[]> {
  const { ask, connection, otherConnection } = stage;
  const one = await ask<Json>('GET', `/api/connections/${connection}`);
  const two = await ask<Json>('GET', `/api/connections/${otherConnection}`);
  const opposite = (json: unknown) => ((json as Json)['id'] === connection ? two : one);
  const field = (name: string) =>
    plain(`its ${name} of another one`, (json) => ({
      ...(json as Json),
      [name]: opposite(json)[name],
    }));
  return [
    { name: 'the record of another connection', make: opposite, isPlain: false },
    ...['id', 'connectedBusinessId', 'connectedBusinessName', 'alias'].map(field),
    plain('businesses exchanged', (json) => {
      const { businessId, connectedBusinessId } = json as Json;
      return {
        ...(json as Json),
        businessId: connectedBusinessId,
        connectedBusinessId: businessId,
      };
    }),
  ];
}

const exchanged =
  (...names: string[]) =>
  (rows: readonly Json[]) => {
    const [first = {}, second = {}, ...rest] = rows;
    if (rows.length < 2) return rows;
    const taken = (from: Json) => Object.fromEntries(names.map((name) => [name, from[name]]));
    return [{ ...first, ...taken(second) }, { ...second, ...taken(first) }, ...rest];
  };

/** A page is a list, or has one. */
const inRows = (name: string, change: (rows: readonly Json[]) => readonly Json[]): MadeUp =>
  plain(name, (json) => {
    if (Array.isArray(json)) return change(json);
    const page = json as Json;
    const [key] = Object.entries(page).find(([, value]) => Array.isArray(value)) ?? [];
    return key === undefined ? json : { ...page, [key]: change(page[key] as Json[]) };
  });

const ofRows: readonly MadeUp[] = [
  inRows('the other order', (rows) => [...rows].reverse()),
  inRows(
    'ids exchanged',
    exchanged('id', 'payableId', 'fundingSourceId', 'connectionId', 'paymentId'),
  ),
  inRows('only the ids exchanged', exchanged('id')),
  inRows('numbers exchanged', exchanged('invoiceNumber')),
  inRows('one number for all', (rows) =>
    rows.map((row) => ({ ...row, invoiceNumber: rows[0]?.['invoiceNumber'] })),
  ),
  inRows('payees exchanged', exchanged('payeeName', 'senderBusinessId', 'connectedBusinessId')),
  inRows('without the first', (rows) => rows.slice(1)),
];

const ofBanks = ({ payee }: Stage): readonly MadeUp[] => [
  inRows('another default', (rows) =>
    rows.map((row) => ({ ...row, isDefault: row['isDefault'] !== true })),
  ),
  inRows('accounts of another business', (rows) =>
    rows.map((row) => ({ ...row, businessId: payee })),
  ),
];
