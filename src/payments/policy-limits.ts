/** The limits of a policy, in cents. */

import { parseAmount } from '../contract/money.ts';

/** The stored policy of a profile: amounts as decimal dollar strings. */
interface PolicySettings {
  readonly readOnly?: boolean | undefined;
  readonly maxPayment?: string | undefined;
  readonly maxDay?: string | undefined;
  readonly maxRun?: string | undefined;
  readonly banks?: readonly string[] | undefined;
  readonly payees?: readonly string[] | undefined;
  readonly twoPersonsAbove?: string | undefined;
}

/** A policy with its amounts in cents. */
export interface Policy extends Pick<PolicySettings, 'readOnly' | 'banks' | 'payees'> {
  readonly maxPerPaymentCents?: number | undefined;
  readonly maxPerDayCents?: number | undefined;
  readonly maxPerRunCents?: number | undefined;
  readonly dualApprovalAboveCents?: number | undefined;
}

/** Converts a stored policy to cents. Throws what `parseAmount` throws. */
export const readPolicy = ({
  maxPayment,
  maxDay,
  maxRun,
  twoPersonsAbove,
  ...rest
}: PolicySettings): Policy => ({
  ...rest,
  maxPerPaymentCents: centsOf(maxPayment),
  maxPerDayCents: centsOf(maxDay),
  maxPerRunCents: centsOf(maxRun),
  dualApprovalAboveCents: centsOf(twoPersonsAbove),
});

const centsOf = (dollars: string | undefined) =>
  dollars === undefined ? undefined : parseAmount(dollars);
