/** The command `remit watch`. */

import { command } from '../../cli/command.ts';
import { InvalidValueError, option, requiredChoice, toggle } from '../../cli/flags/flag.ts';
import { wholeNumber, words } from '../../cli/flags/value-parsers.ts';
import { accounting } from '../../contract/accounting.ts';
import { bank } from '../../contract/bank.ts';
import { invite } from '../../contract/invite.ts';
import { payable } from '../../contract/payable.ts';
import { follow } from './poll-loop.ts';
import { type Topic, watchTopics } from './topics.ts';

export const commands = [];

const names = Object.keys(watchTopics) as Topic[];

export const defaultCommand = command({
  name: 'watch',
  summary: 'Tell every change of state, one line of JSON each, until it is interrupted',
  about: [
    'A line holds at, resource, id, from, to and record; a payment goes by the id of its payable. The service is asked politely, ever more seldom while nothing happens;',
    'what changes twice between two looks is told once. The first watch of a topic tells what changes from then on.',
    'How far it came is kept for the profile: the next watch goes on there, without a gap or a repeat. Ctrl-C ends it, exit 0.',
    '--exec runs a program for every line, without a shell, the line on its standard input; one that fails ends the watch.',
  ].join('\n'),
  calls: [payable.list, invite.list, bank.list, accounting.list, accounting.syncStatus],
  endsAlso: ['partly'],
  args: { topic: requiredChoice('<topic>', names.join(', '), names) },
  flags: {
    exec: option('--exec <program>', 'run for every line: a path, or a JSON array of words', argv),
    interval: option('--interval <s>', 'seconds between two looks', wholeNumber(1, 86_400)),
    fromStart: toggle('--from-start', 'forget how far it came, and begin with everything there is'),
  },
  view: { kind: 'text', lasts: true },
  examples: [
    'remit watch payables',
    'remit watch payables --exec ./on-change --interval 30',
    `remit watch invites --exec '["node", "notify.mjs"]' --from-start`,
  ],

  run: ({ context, args, flags }) => follow(context, args.topic, flags),
});

/** Parses a program, or a JSON array of a program and its arguments. It is never passed to a shell. */
function argv(text: string): readonly string[] {
  if (!text.trimStart().startsWith('[')) return [words(text)];
  const read = parsed(text);
  const isText = (it: unknown) => typeof it === 'string' && it !== '';
  if (Array.isArray(read) && read.length > 0 && read.every(isText)) return read;
  throw new InvalidValueError('must be a program, or a JSON array of its words');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
