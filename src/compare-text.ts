/** Orders texts by their code units, for `sort`: dates and timestamps by time, whatever the locale of the machine. */
export const compareText = (one: string, two: string): number =>
  one < two ? -1 : Number(one > two);
