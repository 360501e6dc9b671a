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

/** Everything the service can do, by resource. `payable.list` is the id of the operation at `payable.list`. */
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

export interface NamedOperation extends Operation {
  readonly id: string;
}

export const specOperations: readonly NamedOperation[] = Object.entries(operations).flatMap(
  ([resource, table]) =>
    Object.entries<Operation>(table).map(([name, op]) => ({ id: `${resource}.${name}`, ...op })),
);
