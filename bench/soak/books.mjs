/** Checks of a soak test when everything is quiet: books, invoices, payments, journal. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { remit } from '../surroundings.mjs';
import { insist } from './stage.mjs';

const run = promisify(execFile);
/** Events and payables in one response. */
const [EVENTS, PAGE] = [10_000, 100];

/** Lets payments settle, and returns what is wrong, as sentences, with figures of what was checked. */
export async function checkBooks(stage, ledger) {
  const wrong = [];
  const demand = (holds, sentence) => holds || wrong.push(sentence);

  await reconcileAll(stage, demand);
  await stage.json('sandbox', 'clock', 'advance', '8bd');

  const check = await stage.control('GET', '/sandbox/ledger/check');
  demand(check.ok, `The ledger check fails: ${JSON.stringify(check.invariants)}`);

  const payables = await allPayables(stage);
  const numbers = countOf(payables.map(({ invoiceNumber }) => invoiceNumber));
  for (const [id, number] of ledger.created)
    demand(
      numbers.get(number) === 1,
      `${number} (${id}) exists ${numbers.get(number) ?? 0} times.`,
    );

  const payments = await allEvents(stage, 'payment.created');
  const made = countOf(payments.map(payableIn));
  demand(!made.has(undefined), 'A payment without a payable.');
  for (const [id, times] of made) demand(times === 1, `${id} is paid ${times} times.`);
  for (const id of [...ledger.paid.keys(), ...ledger.saidPaid])
    demand(made.has(id), `${id} is said to be paid and is not.`);
  for (const id of ledger.notPaid) demand(false, `${id} was not paid by any attempt.`);
  const said = new Set([...ledger.paid.keys(), ...ledger.saidPaid]);
  const ours = new Set(ledger.created.keys());
  for (const id of made.keys())
    demand(!ours.has(id) || said.has(id), `${id} is paid, and nobody was told.`);

  const done = payables.filter(({ id, status }) => said.has(id) && status !== 'PAID');
  demand(done.length === 0, `${done.length} payments are not settled, such as ${done[0]?.id}.`);
  return {
    wrong,
    checked: { invoices: ledger.created.size, payments: made.size, entries: check.entries },
  };
}

async function reconcileAll(stage, demand) {
  const program = async (...words) => {
    const [node, ...rest] = [...remit, ...words];
    return run(node, rest, { env: stage.env, maxBuffer: Number.POSITIVE_INFINITY });
  };
  await program('journal', 'reconcile', '--quiet-period', '1').catch(() => {});
  const { stdout } = await program('journal', 'list', '--unresolved', '--json');
  const left = JSON.parse(stdout);
  demand(
    left.length === 0,
    `${left.length} outcomes are unknown at the end, such as ${left[0]?.id}.`,
  );
  const verified = await program('journal', 'verify', '--json').then(
    () => true,
    () => false,
  );
  demand(verified, 'journal verify finds something.');
}

async function allPayables(stage) {
  const found = [];
  for (let hasMore = true; hasMore; ) {
    const path = `/api/businesses/${stage.payee}/payables?limit=${PAGE}&offset=${found.length}`;
    const page = await insist(stage, { method: 'GET', path });
    found.push(...page.data);
    hasMore = page.hasMore;
  }
  return found;
}

async function allEvents(stage, type) {
  const found = [];
  for (let count = EVENTS; count === EVENTS; ) {
    const after = found.length > 0 ? `&after=${found.at(-1).id}` : '';
    const page = await stage.control('GET', `/sandbox/events?type=${type}${after}`);
    found.push(...page);
    count = page.length;
  }
  return found;
}

const payableIn = ({ data }) => data.payableId ?? undefined;

function countOf(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
