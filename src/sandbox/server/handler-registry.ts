import type { operations } from '../../contract/operations.ts';
import { accounting } from '../accounting/handlers.ts';
import { bank } from '../bank/handlers.ts';
import { business } from '../business/handlers.ts';
import { connection } from '../connection/handlers.ts';
import type { Handlers } from '../context/handler-context.ts';
import { invite } from '../invitation/handlers.ts';
import { payable } from '../payable/handlers.ts';
import { pay } from '../payment/handlers.ts';
import { link } from '../payment-link/handlers.ts';
import { user } from '../user/handlers.ts';

type Resources = typeof operations;

/** What answers each operation: leave one out and the program does not compile. */
export const handlers: { readonly [R in keyof Resources]: Handlers<Resources[R]> } = {
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
