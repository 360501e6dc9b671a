import { accounting } from './accounting.ts';
import { bank } from './bank.ts';
import { business } from './business.ts';
import { connection } from './connection.ts';
import { invite } from './invite.ts';
import { link } from './link.ts';
import type { Operation } from './operation.ts';
import { pay } from './pay.ts';
import { payable } from './payable.ts';
import { user } from './sign-in.ts';

/** All operations of the specification, by resource. The operation at `payable.list` has the id `payable.list`. */
export const operations = {
  business,
  bank,
  connection,
  invite,
  payable,
  link,
  pay,
  accounting,
  user,
};

/** An operation with its id, such as `payable.list`. */
export interface NamedOperation extends Operation {
  readonly id: string;
}

/** The operations of the specification with their ids. */
export const specOperations: readonly NamedOperation[] = Object.entries(operations).flatMap(
  ([resource, table]) =>
    Object.entries<Operation>(table).map(([name, op]) => ({ id: `${resource}.${name}`, ...op })),
);
