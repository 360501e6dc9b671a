import type { operations } from '../../api/operations/operations.ts';
import { accountingHandlers } from '../accounting/handlers.ts';
import { bankHandlers } from '../bank/handlers.ts';
import { businessHandlers } from '../business/handlers.ts';
import { connectionHandlers } from '../connection/handlers.ts';
import type { Handlers } from '../context/handler-context.ts';
import { inviteHandlers } from '../invitation/handlers.ts';
import { payableHandlers } from '../payable/handlers.ts';
import { payHandlers } from '../payment/handlers.ts';
import { linkHandlers } from '../payment-link/handlers.ts';
import { userHandlers } from '../user/handlers.ts';

type Resources = typeof operations;

/** The handlers of all operations; a missing one is a compile error. */
export const handlers: { readonly [R in keyof Resources]: Handlers<Resources[R]> } = {
  business: businessHandlers,
  bank: bankHandlers,
  connection: connectionHandlers,
  invite: inviteHandlers,
  payable: payableHandlers,
  link: linkHandlers,
  pay: payHandlers,
  accounting: accountingHandlers,
  user: userHandlers,
};
