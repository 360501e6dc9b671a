/** The resources whose columns and records are documented. */

/** All resources that are listed and documented. */
export const RESOURCES = [
  'payable',
  'business',
  'balance',
  'withdrawal',
  'bank',
  'connection',
  'invitation',
  'payment',
  'activity',
  'payment-link',
  'pay-me-link',
  'integration',
  'sync',
  'user',
  'aging',
  'intent',
  'run-report',
  'match',
  'forecast',
] as const;
export type Resource = (typeof RESOURCES)[number];
