import { accounting } from '../../api/operations/accounting.ts';
import { bank } from '../../api/operations/bank.ts';
import { invite } from '../../api/operations/invite.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { InvalidValueError, option, requiredChoice, toggle } from '../../cli/flags/flag.ts';
import { wholeNumber, words } from '../../cli/flags/value-parsers.ts';
import { follow } from './poll-loop.ts';
import { type Topic, watchTopics } from './topics.ts';

export const commands = [];

const names = Object.keys(watchTopics) as Topic[];

export const defaultCommand = command({
  name: 'watch',
  summary: 'Stream status changes until interrupted',
  about:
    'In a terminal a line is text: 10:02  CL-4040  APPROVED → PAID  $1,580.80. Elsewhere, and with --json, it is JSON with at, resource, id, from, to and record; a payment has the id of its payable. The position is stored per profile: the next watch continues there, without gaps or repeats. Ctrl-C ends it with exit 0.',
  details:
    'Polls with back-off while nothing changes; two changes between polls are reported as one. The first watch of a topic reports changes from then on. --exec runs a program for each line, without a shell, with the JSON line on its standard input; a failure ends the watch.',
  calls: [payable.list, invite.list, bank.list, accounting.list, accounting.syncStatus],
  extraExits: ['partly'],
  args: { topic: requiredChoice('<topic>', 'what to watch', names) },
  flags: {
    exec: option(
      '--exec <program>',
      'program to run for each line: a path, or a JSON array of arguments',
      argv,
    ),
    interval: option('--interval <s>', 'seconds between polls', wholeNumber(1, 86_400)),
    fromStart: toggle('--from-start', 'discard the stored position and start with all records'),
  },
  view: { kind: 'text', lasts: true },
  examples: {
    'Show changes of payables as they happen': 'remit watch payables',
    'Print a line of JSON for each': 'remit watch payables --json',
    'Run a program for each change, every 30 seconds':
      'remit watch payables --exec ./on-change --interval 30',
    'Run a program for all invitations from the start': `remit watch invites --exec '["node", "notify.mjs"]' --from-start`,
  },

  run: ({ context, args, flags }) => follow(context, args.topic, flags),
});

/** Parses a program, or a JSON array of a program and its arguments. It is never passed to a shell. */
function argv(text: string): readonly string[] {
  if (!text.trimStart().startsWith('[')) return [words(text)];
  const parsedArgv = parsed(text);
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  if (Array.isArray(parsedArgv) && parsedArgv.length > 0 && parsedArgv.every(isText))
    return parsedArgv;
  throw new InvalidValueError('must be a path, or a JSON array of arguments');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
