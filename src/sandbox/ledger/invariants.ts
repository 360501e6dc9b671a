/** The invariants of the ledger as SQL queries: the rules of `postings.ts`, stated a second time. */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LedgerCheck } from '../../api/controls/money.ts';
import { toDollars } from '../../api/money.ts';
import { prepared } from '../database/prepared.ts';
import type { SandboxTables } from '../database/tables.ts';

/** The accounts that each step moves: 1 for a debit and -1 for a credit of the whole amount. */
const accountSigns: Readonly<Record<string, Readonly<Record<string, 1 | -1>>>> = {
  P1: { 'ach.debits_in_transit': 1, 'biz.{business}.pending': -1, ...outsideSigns(-1) },
  P2: {
    ...{ 'fbo.cash': 1, 'ach.debits_in_transit': -1 },
    ...{ 'biz.{business}.pending': 1, 'biz.{business}.available': -1 },
  },
  P3: { 'biz.{business}.pending': 1, 'ach.debits_in_transit': -1, ...outsideSigns(1) },
  P4: { 'biz.{business}.available': 1, 'fbo.cash': -1, ...outsideSigns(1) },
  W1: { 'biz.{business}.available': 1, 'biz.{business}.withdrawing': -1 },
  W2: { 'biz.{business}.withdrawing': 1, 'ach.credits_in_transit': -1 },
  W3: { 'ach.credits_in_transit': 1, 'fbo.cash': -1, ...outsideSigns(1) },
  W4: { 'biz.{business}.withdrawing': 1, 'biz.{business}.available': -1 },
  'W4 sent': { 'ach.credits_in_transit': 1, 'biz.{business}.available': -1 },
  W5: { 'fbo.cash': 1, 'biz.{business}.available': -1, ...outsideSigns(-1) },
  M1: { 'platform.verification_expense': 1, 'platform.cash': -1, ...outsideSigns(1) },
  S1: { 'fbo.cash': 1, 'biz.{business}.available': -1 },
};

/** The lines of the memo pair. Not expected for a payer without an account, whose bank is not recorded. */
function outsideSigns(sign: 1 | -1): Readonly<Record<string, 1 | -1>> {
  return { 'bank.{bank}': sign, 'bank.contra': sign === 1 ? -1 : 1 };
}

const rows = Object.entries(accountSigns).flatMap(([step, lines]) =>
  Object.entries(lines).map(
    ([account, sign]) => sql`(${sql.lit(step)}, ${sql.lit(account)}, ${sql.lit(sign)})`,
  ),
);

/** The subject of each entry: step, amount in cents, business and bank account. */
const subjects = sql`
  select ledger_entries.seq, case when event = 'W4' and withdrawals.submitted_at is not null then 'W4 sent' else event end as step,
    coalesce(payments.payee_id, withdrawals.business_id, ref) as business,
    coalesce(payments.funding_source_id, withdrawals.funding_source_id, bank_accounts.id) as bank,
    coalesce(payments.cents, withdrawals.cents, micro_cents_1 + micro_cents_2,
      (select max(cents) from ledger_lines where entry_seq = ledger_entries.seq)) as cents
  from ledger_entries
  left join payments on payments.id = ref
  left join withdrawals on withdrawals.id = ref
  left join bank_accounts on bank_accounts.id = ref`;

/** The lines that the entries must have, by the payments and withdrawals they are about. */
const expectedLines = sql`
  select subjects.seq as entry_seq, sign * cents as cents,
    replace(replace(account, '{business}', business), '{bank}', coalesce(bank, '')) as account
  from (${subjects}) as subjects
  join (select column1 as step, column2 as account, column3 as sign from (values ${sql.join(rows)}) as listed) as moves
    on moves.step = subjects.step
  where bank is not null or account not like 'bank.%'`;

/** A condition that holds for the ledger at any time. */
interface Invariant {
  readonly name: string;
  /** Query that selects a text `fault` for each violation. */
  readonly faults: RawBuilder<unknown>;
}

/** Sum of the cached balances of accounts with names like this; credits are negative. */
const sumOf = (pattern: string) =>
  sql`(select coalesce(sum(cents), 0) from ledger_accounts where name like ${pattern})`;

/** Selects one fault if two sums differ. */
const differenceBetween = (label: string, left: RawBuilder<unknown>, right: RawBuilder<unknown>) =>
  sql`select ${label} || ': ' || ${left} || ' and ' || ${right} || ' cents' as fault where ${left} <> ${right}`;

/** The ledger events that a payment in each status has caused, in order. */
const stepsByStatus = sql`(
  values ('SCHEDULED', ''), ('HELD', ''), ('PENDING', ''), ('CANCELLED', ''), ('FAILED', ''),
    ('PROCESSING', 'P1'), ('COMPLETED', 'P1P2'), ('FAILED', 'P1P3'), ('RETURNED', 'P1P2P4'))`;

/** The ledger events that a withdrawal in each status has caused. It can fail before it was sent. */
const stepsByWithdrawal = sql`(
  values ('PENDING', 'W1'), ('PROCESSING', 'W1W2'), ('COMPLETED', 'W1W2W3'), ('FAILED', 'W1W4'), ('FAILED', 'W1W2W4'),
    ('RETURNED', 'W1W2W3W5'))`;

const stepsOf = (table: 'payments' | 'withdrawals') => sql`(
  select id, status,
    coalesce((select string_agg(event, '' order by seq) from ledger_entries
      where ref = ${sql.table(table)}.id), '') as steps
  from ${sql.table(table)}) as gone`;

/** The withdrawable balance of each business after each entry. */
const availableOverTime = sql`(
  select entries.event, entries.ref, lines.account,
    -sum(lines.cents) over (partition by lines.account order by lines.entry_seq, lines.line) as cents
  from ledger_lines as lines join ledger_entries as entries on entries.seq = lines.entry_seq
  where lines.account like 'biz.%.available') as over_time`;

const invariants: readonly Invariant[] = [
  {
    name: 'every entry balances',
    faults: sql`select 'entry ' || seq || ' is off by ' || cents || ' cents' as fault from (
      select seq, coalesce(sum(cents), 0) as cents, count(line) as lines
      from ledger_entries left join ledger_lines on entry_seq = seq group by seq) as entries
      where cents <> 0 or lines = 0`,
  },
  {
    name: 'cash covers business balances',
    faults: differenceBetween(
      'cash and business balances',
      sumOf('fbo.cash'),
      sql`-(${sumOf('biz.%.available')} + ${sumOf('biz.%.withdrawing')} + ${sumOf('ach.credits_in_transit')})`,
    ),
  },
  {
    name: 'in transit equals pending and processing',
    faults: sql`${differenceBetween('in transit and pending', sumOf('ach.debits_in_transit'), sql`-${sumOf('biz.%.pending')}`)}
      union all ${differenceBetween(
        'in transit and processing',
        sumOf('ach.debits_in_transit'),
        sql`(select coalesce(sum(cents), 0) from payments where status = 'PROCESSING')`,
      )}`,
  },
  {
    name: 'a balance is negative only after a late return',
    faults: sql`select name || ' is ' || -cents || ' cents' as fault from ledger_accounts
      where cents > 0 and (name like 'biz.%.pending' or name like 'biz.%.withdrawing'
        or (name like 'biz.%.available' and not exists (
          select 1 from ledger_lines join ledger_entries on seq = entry_seq
          where account = name and event = 'P4')))`,
  },
  {
    name: 'payments are posted according to their status, paid payables once',
    faults: sql`select id || ' is ' || status || ' after ' || steps as fault from ${stepsOf('payments')}
      where (status, steps) not in ${stepsByStatus}
      union all
      select id || ' is ' || status || ' after ' || times || ' completed payments' as fault from (
        select id, status, (select count(*) from payments
          where payable_id = payables.id and payments.status = 'COMPLETED') as times from payables) as paid
      where times <> case when status = 'PAID' then 1 else 0 end`,
  },
  {
    name: 'withdrawals are posted according to their status',
    faults: sql`select id || ' is ' || status || ' after ' || steps as fault from ${stepsOf('withdrawals')}
      where (status, steps) not in ${stepsByWithdrawal}`,
  },
  {
    name: 'every entry posts its amount to the accounts of its step',
    faults: sql`select 'entry ' || entry_seq || ' lacks ' || cents || ' cents on ' || account as fault
      from (${expectedLines}) as wanted
      where not exists (select 1 from ledger_lines as it where it.entry_seq = wanted.entry_seq
        and it.account = wanted.account and it.cents = wanted.cents)
      union all
      select 'entry ' || entry_seq || ' has ' || lines || ' lines, not ' || wanted as fault from (
        select entry_seq, count(*) as wanted,
          (select count(*) from ledger_lines as it where it.entry_seq = all_wanted.entry_seq) as lines
        from (${expectedLines}) as all_wanted group by entry_seq) as counted
      where lines <> wanted`,
  },
  {
    name: 'no withdrawal exceeded the available balance',
    faults: sql`select ref || ' left ' || account || ' with ' || cents || ' cents' as fault
      from ${availableOverTime} where event = 'W1' and cents < 0`,
  },
  {
    name: 'replaying the journal gives the same balances',
    faults: sql`select account || ' is ' || cached || ', replayed ' || replayed || ' cents' as fault from (
      select account, sum(cached) as cached, sum(replayed) as replayed from (
        select name as account, cents as cached, 0 as replayed from ledger_accounts
        union all select account, 0, cents from ledger_lines) as both_ways group by account) as balances
      where cached <> replayed`,
  },
  {
    name: 'cents are whole, and line items add up to their payable',
    faults: sql`select 'line ' || line || ' of entry ' || entry_seq || ' is no whole number of cents' as fault
      from ledger_lines where cast(cents as bigint) <> cents
      union all
      select id || ' is ' || cents || ', its line items ' || items || ' cents' as fault from (
        select id, cents, (select sum(json_extract(value, '$.totalCents')) from json_each(line_items)) as items
        from payables where line_items is not null) as itemised where items <> cents`,
  },
];

/** Reads the whole ledger and checks every invariant. Changes nothing. */
export async function checkLedger(db: Kysely<SandboxTables>): Promise<LedgerCheck> {
  const results = [];
  for (const { name, faultsIn } of checks) {
    const found = await faultsIn(db, {});
    const detail = found.map(({ fault }) => fault).join('; ') || 'holds';
    results.push({ name, ok: found.length === 0, detail });
  }
  const [totals] = await totalsIn(db, {});
  const { entries, difference } = totals ?? { entries: 0, difference: 0 };
  return {
    ok: difference === 0 && results.every((result) => result.ok),
    entries,
    difference: toDollars(difference),
    invariants: results,
  };
}

const preparedText = <Result>(text: RawBuilder<Result>) =>
  prepared<object, Result>((db) => ({ compile: () => text.compile(db) }));

const checks = invariants.map(({ name, faults }) => ({
  name,
  faultsIn: preparedText(sql<{ fault: string }>`${faults} limit 5`),
}));

const totalsIn = preparedText(sql<{ entries: number; difference: number }>`
  select (select count(*) from ledger_entries) as entries,
    (select coalesce(sum(cents), 0) from ledger_lines) as difference`);
