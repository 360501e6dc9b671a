/** Everything that is listed, and whose columns and records are documented. */
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
] as const;
export type Resource = (typeof RESOURCES)[number];
