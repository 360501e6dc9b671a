/** What settles a doubt. */
export const settling = (intentId: string): readonly string[] => [
  `remit journal show ${intentId}`,
  `when you know: remit journal resolve ${intentId} --applied, or --not-applied`,
];
