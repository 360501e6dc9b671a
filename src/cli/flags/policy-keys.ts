/** The keys of a profile's policy. */
export const POLICY_KEYS = [
  'readOnly',
  'maxPayment',
  'maxDay',
  'maxRun',
  'banks',
  'payees',
  'twoPersonsAbove',
] as const;
