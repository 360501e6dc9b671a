import { accounting } from './accounting.ts';
import { clock } from './clock.ts';
import { events, ledger, microDeposits, outbox, tick } from './look.ts';
import { open } from './open.ts';
import { start } from './start.ts';
import { reset, seed } from './state.ts';
import { status } from './status.ts';
import { business, payment, withdrawal } from './steps.ts';
import { stop } from './stop.ts';
import { token } from './token.ts';

export const commands = [
  start,
  stop,
  status,
  reset,
  seed,
  clock,
  tick,
  outbox,
  ledger,
  events,
  payment,
  withdrawal,
  microDeposits,
  business,
  accounting,
  token,
  open,
];
