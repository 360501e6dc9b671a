import { parseAmount } from '../contract/money.ts';

/** The policy of a profile as it is kept: amounts as decimal text of dollars. */
interface PolicySettings {
  readonly readOnly?: boolean | undefined;
  readonly maxPayment?: string | undefined;
  readonly maxDay?: string | undefined;
  readonly maxRun?: string | undefined;
  readonly banks?: readonly string[] | undefined;
  readonly payees?: readonly string[] | undefined;
  readonly twoPersonsAbove?: string | undefined;
}

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

const centsOf = (dollars: string | undefined) =>
  dollars === undefined ? undefined : parseAmount(dollars);
