import { accounting } from './accounting.ts';
import { account, user } from './accounts-users.ts';
import { bank } from './bank.ts';
import { business } from './business.ts';
import { clock } from './clock.ts';
import { comment } from './comment.ts';
import { config } from './config.ts';
import { events } from './event-commands.ts';
import { fault } from './fault.ts';
import { fixtures } from './fixtures/command.ts';
import { ledger } from './ledger.ts';
import { listen } from './listen.ts';
import { microDeposits } from './micro-deposits.ts';
import { open } from './open.ts';
import { outbox, simulate, tick, webhook } from './outbox.ts';
import { publicToken } from './public-token.ts';
import { seed } from './seed.ts';
import { exportState, importState, reset } from './snapshot.ts';
import { start } from './start.ts';
import { status } from './status.ts';
import { stop } from './stop.ts';
import { tag } from './tag.ts';
import { token } from './token.ts';
import { payment, withdrawal, withdrawals } from './transitions.ts';
import { trigger } from './trigger.ts';

export const commands = [
  start,
  stop,
  status,
  reset,
  seed,
  fixtures,
  exportState,
  importState,
  clock,
  tick,
  simulate,
  outbox,
  ledger,
  events,
  listen,
  trigger,
  webhook,
  payment,
  withdrawal,
  withdrawals,
  microDeposits,
  bank,
  publicToken,
  business,
  accounting,
  tag,
  comment,
  config,
  fault,
  account,
  user,
  token,
  open,
];
