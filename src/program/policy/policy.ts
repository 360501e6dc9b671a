import { Stopped } from '../../cli/errors.ts';
import type { PolicySettings } from '../../config/policy.ts';
import { dollarsText, parseAmount } from '../../contract/money.ts';
import type { Movement } from './movements.ts';

/** A policy with its amounts in integer cents. */
export interface Policy extends Pick<PolicySettings, 'readOnly' | 'banks' | 'payees'> {
  readonly maxPayment?: number | undefined;
  readonly maxDay?: number | undefined;
  readonly maxRun?: number | undefined;
  readonly twoPersonsAbove?: number | undefined;
}

export const readPolicy = ({
  maxPayment,
  maxDay,
  maxRun,
  twoPersonsAbove,
  ...rest
}: PolicySettings): Policy => ({
  ...rest,
  maxPayment: centsOf(maxPayment),
  maxDay: centsOf(maxDay),
  maxRun: centsOf(maxRun),
  twoPersonsAbove: centsOf(twoPersonsAbove),
});

/** Whether anything has to be known of the money that moves. */
export const asksAboutMoney = ({ readOnly: _, ...limits }: Policy): boolean =>
  Object.values(limits).some((it) => it !== undefined);

/** Throws `Stopped` (exit 14) where nothing at all may be changed. */
export function checkMayWrite({ readOnly }: Policy): void {
  if (readOnly) throw over('read_only', 'This profile may only read.');
}

/**
 * Throws `Stopped` (exit 14) for the first movement that the policy does not allow. What one day may move is for the
 * journal to watch, which knows it.
 */
export function checkMovements(
  policy: Policy,
  movements: readonly Movement[],
  { approved }: { approved: boolean },
): void {
  for (const it of movements) checkOne(policy, it, approved);
  const { maxRun } = policy;
  if (maxRun === undefined || movements.length < 2) return;
  const total = movements.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
  if (total > maxRun) {
    throw over(
      'over_run_limit',
      `$${dollarsText(total)} is over the limit of a run, ${usd(maxRun)}.`,
    );
  }
}

function checkOne(policy: Policy, movement: Movement, approved: boolean): void {
  checkAmount(policy, movement, approved);
  const { bankId, payee, name } = movement;
  if (policy.banks && !policy.banks.includes(bankId ?? '')) {
    throw over('bank_not_allowed', `Bank account ${bankId} is not among those of this policy.`);
  }
  const { payees } = policy;
  if (payees && payee.length > 0 && !payee.some((it) => payees.includes(it))) {
    throw over('payee_not_allowed', `Who gets ${name} is not among the payees of this policy.`);
  }
}

function checkAmount(
  { maxPayment, maxDay, maxRun, twoPersonsAbove }: Policy,
  { cents, name }: Movement,
  approved: boolean,
): void {
  const limits = [maxPayment, maxDay, maxRun, twoPersonsAbove];
  if (limits.every((it) => it === undefined)) return;
  if (cents === null) {
    throw over('amount_unknown', `The service does not say how much ${name} would move.`);
  }
  if (maxPayment !== undefined && cents > maxPayment) {
    throw over('over_payment_limit', `${capital(name)} is over the limit of ${usd(maxPayment)}.`);
  }
  if (twoPersonsAbove !== undefined && cents > twoPersonsAbove && !approved) {
    throw over(
      'needs_second_person',
      `${capital(name)} is over ${usd(twoPersonsAbove)}: a second person has to approve it.`,
      ['remit run plan, then remit run approve and remit run apply'],
    );
  }
}

const over = (code: string, message: string, next: readonly string[] = ['remit policy show']) =>
  new Stopped(code, message, next);

const usd = (cents: number) => `$${dollarsText(cents)}`;

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const centsOf = (dollars: string | undefined) =>
  dollars === undefined ? undefined : parseAmount(dollars);
