import type { Control } from '../../api/controls/control.ts';
import { controls } from '../../api/controls/controls.ts';
import type { AnyCommand, Subgroup } from '../../cli/command.ts';
import { accounting } from './accounting.ts';
import { certify } from './certify/command.ts';
import { advance } from './clock.ts';
import { controlCommand } from './control-command.ts';
import { events, resend } from './event-commands.ts';
import { fixtures } from './fixtures/command.ts';
import { listen } from './listen.ts';
import { open } from './open.ts';
import { seed } from './seed.ts';
import { importState, reset } from './snapshot.ts';
import { start } from './start.ts';
import { status } from './status.ts';
import { stop } from './stop.ts';
import { token } from './token.ts';
import { trigger } from './trigger.ts';

/** The commands that do more than to call a control. */
const writtenByHand: Readonly<Record<string, AnyCommand>> = {
  start,
  stop,
  status,
  open,
  reset,
  seed,
  fixtures,
  import: importState,
  'clock advance': advance,
  events,
  'events resend': resend,
  listen,
  certify,
  trigger,
  token,
  accounting,
};

/** The sections of the records of controls, by command; the other records are cards. */
const sections: Readonly<Record<string, AnyCommand['sections']>> = {
  'ledger check': async ({ record }) =>
    (await import('./ledger-sections.ts')).ledgerSections(record),
};

const all: readonly (readonly [words: string, AnyCommand])[] = [
  ...Object.entries(writtenByHand),
  ...Object.values(controls).flatMap((control: Control) => {
    const { command, summary } = control;
    return command === undefined
      ? []
      : [[command, controlCommand(control, command, summary, sections[command])] as const];
  }),
];

/** The words that have commands below them. */
const subgroups: Readonly<Record<string, string>> = {
  clock: 'Show and change the clock of the sandbox',
  events: 'List, follow and resend the events of the sandbox',
  webhook: 'Show the webhook of the sandbox and its failed deliveries',
  outbox: 'List and remove the emails of the sandbox',
  ledger: 'Show and check the double-entry ledger of the sandbox',
  config: 'Manage the service configuration',
  fault: 'Inject errors, delays and dropped connections',
  accounting: 'Show and disturb the simulated accounting system',
  account: 'Manage accounts of the sandbox',
  user: 'Manage users of the sandbox',
  token: 'Manage tokens of the sandbox',
  tag: 'Manage tags of the sandbox',
};

const words = [...new Set(all.map(([name]) => name.split(' ', 1).join()))];

export const commands = words.flatMap((word): readonly (AnyCommand | Subgroup)[] => {
  const alone = all.find(([name]) => name === word)?.[1];
  const below = all.filter(([name]) => name.startsWith(`${word} `)).map(([, command]) => command);
  const summary = subgroups[word];
  if (summary === undefined) return alone ? [alone, ...below] : below;
  return [{ name: word, summary, commands: below, ...(alone && { defaultCommand: alone }) }];
});
