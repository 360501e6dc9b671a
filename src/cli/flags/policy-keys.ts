/** What a policy may say of a profile. */
export const POLICY_KEYS = [
  'readOnly',
  'maxPayment',
  'maxDay',
  'maxRun',
  'banks',
  'payees',
  'twoPersonsAbove',
] as const;
