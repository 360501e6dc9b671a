import { sql } from 'kysely';

/** What each step moves, with 1 for a debit and -1 for a credit of its whole amount: the ledger's own rules, a second time. */
const moves: Readonly<Record<string, Readonly<Record<string, 1 | -1>>>> = {
  P1: { 'ach.debits_in_transit': 1, 'biz.{business}.pending': -1, ...outside(-1) },
  P2: {
    ...{ 'fbo.cash': 1, 'ach.debits_in_transit': -1 },
    ...{ 'biz.{business}.pending': 1, 'biz.{business}.available': -1 },
  },
  P3: { 'biz.{business}.pending': 1, 'ach.debits_in_transit': -1, ...outside(1) },
  P4: { 'biz.{business}.available': 1, 'fbo.cash': -1, ...outside(1) },
  W1: { 'biz.{business}.available': 1, 'biz.{business}.withdrawing': -1 },
  W2: { 'biz.{business}.withdrawing': 1, 'ach.credits_in_transit': -1 },
  W3: { 'ach.credits_in_transit': 1, 'fbo.cash': -1, ...outside(1) },
  W4: { 'biz.{business}.withdrawing': 1, 'biz.{business}.available': -1 },
  'W4 sent': { 'ach.credits_in_transit': 1, 'biz.{business}.available': -1 },
  M1: { 'platform.verification_expense': 1, 'platform.cash': -1, ...outside(1) },
  S1: { 'fbo.cash': 1, 'biz.{business}.available': -1 },
};

/** The memo pair; a payer without an account has no bank here. */
function outside(sign: 1 | -1): Readonly<Record<string, 1 | -1>> {
  return { 'bank.{bank}': sign, 'bank.contra': sign === 1 ? -1 : 1 };
}

const rows = Object.entries(moves).flatMap(([step, lines]) =>
  Object.entries(lines).map(
    ([account, sign]) => sql`(${sql.lit(step)}, ${sql.lit(account)}, ${sql.lit(sign)})`,
  ),
);

/** What each entry is about: the step, its amount in cents, whose balance and which bank account it touches. */
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

/** The lines that the entries have to consist of, by the payments and withdrawals that they are about. */
export const expectedLines = sql`
  select subjects.seq as entry_seq, sign * cents as cents,
    replace(replace(account, '{business}', business), '{bank}', coalesce(bank, '')) as account
  from (${subjects}) as subjects
  join (select column1 as step, column2 as account, column3 as sign from (values ${sql.join(rows)}) as listed) as moves
    on moves.step = subjects.step
  where bank is not null or account not like 'bank.%'`;
