/** Things that other people do before a command, while its question is on the screen, or between two commands. */

import type { Chance } from '../faults/seeded-random.ts';
import type { Json, Stage } from './stage.ts';
import type { Named, Task } from './tasks.ts';

/** One thing that somebody does. */
export interface OutsideEvent {
  readonly name: string;
  readonly run: () => Promise<void>;
  /** The payables that have the number of the named one after it; by default it alone. */
  readonly sameNumber?: readonly string[];
  /** What the payable's answers show from then on. */
  readonly shows?: Json;
}

/** The state of a case that an event may change. */
interface Parts {
  readonly stage: Stage;
  readonly task: Task;
  readonly chance: Chance;
}

/** Draws something that anybody can do at any time. Its `sameNumber` is filled when it ran. */
export function drawEvent(parts: Parts): OutsideEvent {
  const { stage, task, chance } = parts;
  const [named] = task.payables;
  const hasNumber = task.number !== undefined || task.name === 'payable create';
  const events: OutsideEvent[] = [anotherDefault(stage), anotherAlias(stage, chance)];
  if (named && hasNumber) {
    const rival = rivalOf(parts, named);
    return chance.pick([...events, rival, rival, rival]);
  }
  return chance.pick(events);
}

const anotherDefault = ({ ask, banks }: Stage): OutsideEvent => ({
  name: 'another default account',
  run: async () => void (await ask('PATCH', `/api/bank-accounts/${banks[1]}/set-as-default`)),
});

/** Labels a connection with the name, or the id, of the other payee. */
function anotherAlias(
  { ask, payee, connection, otherConnection }: Stage,
  chance: Chance,
): OutsideEvent {
  const [alias, to] = chance.pick([
    ['Coastal Linen Inc', otherConnection],
    [payee, otherConnection],
    ['Mallory', connection],
  ]);
  return {
    name: `the alias ${alias} of another connection`,
    run: async () => void (await ask('PATCH', `/api/connections/${to}/alias`, { alias })),
  };
}

/** Makes an invoice with the same number: of the other payee, or of the partner in the other direction. */
function rivalOf(
  { stage, task, chance }: Parts,
  { id, number, payee, connection }: Named,
): OutsideEvent {
  const { ask, payer } = stage;
  const sameNumber: string[] = id === '' ? [] : [id];
  const approvesFirst = chance.happens(0.6);
  const isOurs = payee === payer;
  const isSecond = isOurs || payee === stage.payee;
  const rival = isSecond ? stage.other : stage.payee;
  const maker = task.name === 'payable create' ? stage.payee : rival;
  const on = maker === stage.other ? stage.otherConnection : stage.connection;
  return {
    name: `an invoice ${number} of another sender`,
    // An invoice that was received is none of those that this business can cancel or send.
    ...(!isOurs && { sameNumber }),
    async run() {
      const body = { connectionId: on, amount: 1, invoiceNumber: number, submit: true };
      try {
        const made = await ask('POST', `/api/businesses/${maker}/payables`, body);
        sameNumber.push(made.id);
      } catch (error) {
        // The number is already taken on this connection: nothing changes.
        if (connection !== on) throw error;
        return;
      }
      if (task.name !== 'payable approve' || !approvesFirst) return;
      await ask('POST', `/api/businesses/${payer}/payables/${id}/approve`);
    },
  };
}

/** Draws a change of what the question showed: from then on the answers about the payable show it. */
export function drawShownChange({ stage, task, chance }: Parts): OutsideEvent | undefined {
  const [named] = task.payables;
  if (!named || !task.comparesAgain) return undefined;
  const other = named.payee === stage.payee ? stage.other : stage.payee;
  const [name, shows] = chance.pick<[string, Json]>([
    ['its number', { invoiceNumber: `${named.number}-b` }],
    ['its number', { invoiceNumber: `${named.number}-b` }],
    ['its connection', { connectionId: 'conn_elsewhere' }],
    ['its payee', { senderBusinessId: other, businessId: other }],
    ['its payer', { payerBusinessId: other }],
    ['its direction', { direction: 'sent' }],
    ['its amount', { amount: named.cents / 100 + 1 }],
  ]);
  return { name: `${name} after the question`, run: async () => {}, shows };
}
