import type { operations } from '../../contract/operations.ts';
import type { Handlers } from '../handler.ts';
import { accounting } from './accounting.ts';
import { bank } from './bank.ts';
import { business } from './business.ts';
import { connection } from './connection.ts';
import { invite } from './invite.ts';
import { link } from './link.ts';
import { pay } from './pay.ts';
import { payable } from './payable.ts';
import { user } from './user.ts';

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
