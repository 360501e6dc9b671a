/** What settles a doubt. */
export const settling = (intentId: string): readonly string[] => [
  `remit journal reconcile ${intentId}`,
  `or, when you know: remit journal resolve ${intentId} --applied, or --not-applied`,
];
