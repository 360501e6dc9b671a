import type { ApiError } from '../../api/http/api-error.ts';
import { centsOf, toDollars } from '../../api/money.ts';
import { type Balance, NEGATIVE_BALANCE_ADVICE } from '../../api/operations/balance.ts';
import type { BankAccount } from '../../api/operations/bank.ts';
import type { Invitation } from '../../api/operations/invite.ts';
import { withdrawalBank } from '../../money/gate/funding-source.ts';
import { decimalDollarsText } from '../../render/money.ts';
import type { StatusRow } from './payable-rows.ts';
import { dayOf } from './payable-rows.ts';
import type { Part, StatusFacts } from './read-status.ts';

/**
 * Returns the rows that are not empty: what needs action first, then what only has to be waited for, and the balance.
 * `here` adds the flags to a command with which it acts in the same place.
 */
export function statusRows(
  facts: StatusFacts,
  here: (line: string) => string,
): readonly StatusRow[] {
  const own = [
    ...facts.payableRows,
    ...partRows('invitations', facts.received, (found) =>
      receivedRows(found.filter(({ businessId: of }) => of && of !== facts.businessId)),
    ),
    ...bankRows(facts.banks.filter(({ businessId: of }) => of === facts.businessId)),
    ...unresolvedRows(facts),
    ...partRows('invitations', facts.invitations, (found) => [
      row('invitations sent, pending', pending(found), {
        next: 'remit invite list --status pending',
        needsAction: false,
      }),
    ]),
    ...partRows('balance', facts.balance, (found) => balanceRows(found, facts)),
  ];
  const rows = [
    ...own.map((it) => ({ ...it, next: it.next && here(it.next) })),
    ...elsewhereRows(facts),
  ];
  const shown = rows.filter(
    ({ count, amount, note }) => (count ?? amount ?? 0) !== 0 || note !== null,
  );
  return [
    ...shown.filter(({ needsAction }) => needsAction),
    ...shown.filter(({ needsAction }) => !needsAction),
  ];
}

/** Returns the errors of parts that could have needed action; a refused balance hides none. */
export const withheldErrors = ({ received }: StatusFacts): readonly ApiError[] =>
  'error' in received ? [received.error] : [];

/** Returns the rows of a part, or one that says why the service withholds it. */
function partRows<Value>(
  what: string,
  part: Part<Value>,
  rows: (value: Value) => readonly StatusRow[],
): readonly StatusRow[] {
  if ('value' in part) return rows(part.value);
  const note = `not shown: ${part.error.message} (${part.error.status})`;
  return [{ ...EMPTY, what, note }];
}

const EMPTY = {
  count: null,
  amount: null,
  oldest: null,
  next: null,
  needsAction: false,
  note: null,
} as const;

const pending = (found: readonly Invitation[]) =>
  found.filter(({ status }) => status === 'pending');

function receivedRows(found: readonly Invitation[]): readonly StatusRow[] {
  const next = 'remit invite list --received --status pending';
  const isRequest = ({ kind }: Invitation) => kind === 'public';
  const open = pending(found);
  return [
    row(
      'invitations to answer',
      open.filter((it) => !isRequest(it)),
      { next },
    ),
    row('link requests to answer', open.filter(isRequest), { next }),
  ];
}

function bankRows(own: readonly BankAccount[]): readonly StatusRow[] {
  const stopped = own.filter(({ debitsStoppedCode }) => debitsStoppedCode);
  const noted = own.filter(({ noticeOfChange }) => noticeOfChange);
  const unverified = own.filter(({ status }) => status === 'unverified');
  const [only, ...others] = unverified;
  const next =
    only && others.length === 0
      ? `remit bank verify ${only.id} <amount1> <amount2>`
      : 'remit bank list';
  return [
    row('bank accounts to verify', unverified, { next }),
    row(
      'bank verification failed',
      own.filter(({ status }) => status === 'verification_failed'),
      { next: 'remit bank list' },
    ),
    row(
      'bank accounts frozen',
      own.filter(({ status }) => status === 'frozen'),
      { next: 'remit bank list' },
    ),
    row('bank accounts with stopped debits', stopped, {
      next: `remit explain ${stopped[0]?.debitsStoppedCode}`,
    }),
    row('bank accounts to correct', noted, {
      next: `remit explain ${noted[0]?.noticeOfChange?.code}`,
    }),
  ];
}

function unresolvedRows({ unresolved }: StatusFacts): readonly StatusRow[] {
  const amounts = unresolved.here.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  const sum = toDollars(amounts.reduce((all, it) => all + centsOf(it), 0));
  const found = row('requests unresolved', unresolved.here, { next: 'remit journal reconcile' });
  return [{ ...found, amount: amounts.length === 0 ? null : sum }];
}

/** Returns the unresolved requests of other profiles and services; their commands name these. */
const elsewhereRows = ({ unresolved }: StatusFacts): readonly StatusRow[] =>
  unresolved.elsewhere.map(({ count, owner, next }) => ({
    ...EMPTY,
    what: `requests unresolved ${owner}`,
    count,
    next,
    needsAction: true,
  }));

function balanceRows(
  { available, pending: incoming, withdrawing }: Balance,
  { banks, businessId }: StatusFacts,
): readonly StatusRow[] {
  const bank = withdrawalBank(banks, businessId);
  const isNegative = available < 0;
  const amount = decimalDollarsText(centsOf(available));
  const withdraw =
    bank === undefined
      ? 'remit bank list'
      : `remit business withdraw ${businessId} --amount ${amount} --bank ${bank.id}`;
  const show = `remit business balance ${businessId}`;
  return [
    isNegative
      ? {
          ...EMPTY,
          what: 'balance, negative',
          amount: available,
          next: show,
          needsAction: true,
          note: NEGATIVE_BALANCE_ADVICE,
        }
      : { ...EMPTY, what: 'balance, available', amount: available, next: withdraw },
    { ...EMPTY, what: 'balance, coming in', amount: incoming ?? null, next: show },
    { ...EMPTY, what: 'balance, being withdrawn', amount: withdrawing ?? null, next: show },
  ];
}

/** Returns the row of records with their number and the earliest creation date. */
function row(
  what: string,
  found: readonly { readonly createdAt?: string | null | undefined }[],
  { next, needsAction = true }: { readonly next: string; readonly needsAction?: boolean },
): StatusRow {
  const days = found.flatMap(({ createdAt }) => dayOf(createdAt) ?? []).toSorted();
  return { ...EMPTY, what, count: found.length, oldest: days[0] ?? null, next, needsAction };
}
