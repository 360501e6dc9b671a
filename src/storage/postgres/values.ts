import pg from 'pg';

/** Oids of the types that come otherwise than the program wants them. */
const BOOLEAN = 16;
const BIGINT = 20;
const NUMERIC = 1700;

/** Whole numbers come as numbers and flags as 0 or 1, as they do from a file. Throws for what a number cannot hold. */
export const valueReader = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === BOOLEAN) return (text: string) => (text === 't' ? 1 : 0);
    if (oid === BIGINT || oid === NUMERIC) return wholeNumber;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new Error(`${text} is more than a number of this program can hold.`);
}
