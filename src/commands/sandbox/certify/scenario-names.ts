/** The names of the faults, in the order of the table. */
export const scenarioNames = [
  'none',
  'lost-before',
  'lost-after',
  '500-not-applied',
  '500-applied',
  'truncated',
  'slow',
  '429',
  '409',
  'token-expired',
  'killed-before',
  'killed-after',
  'paused',
] as const;

export type ScenarioName = (typeof scenarioNames)[number];
