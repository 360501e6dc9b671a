import type { WithdrawalAmount } from '../../money/gate/withdrawal-amount.ts';
import { InvalidValueError, type Parse } from './flag.ts';
import { parseAmountCents } from './value-parsers.ts';

/** Reads `1250.00`, `all`, or `above:500`, which keeps $500.00 in the balance. */
export const withdrawalAmount: Parse<WithdrawalAmount> = (text) => {
  if (text === 'all') return { kind: 'sweep', keptCents: 0 };
  const [, kept] = /^above:(.*)$/.exec(text) ?? [];
  try {
    return kept === undefined
      ? { kind: 'exact', cents: parseAmountCents(text) }
      : { kind: 'sweep', keptCents: parseAmountCents(kept) };
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    throw new InvalidValueError(`${error.message}, all, or above: and such an amount`);
  }
};
