import { Chalk } from 'chalk';
import type { Kind } from './view.ts';

const chalk = new Chalk({ level: 1 });

/** Colors a heading or a state, and dims a command. Every state is also a word, so the output reads the same without color. */
export function paint(text: string, as: Kind | 'heading'): string {
  if (as === 'heading') return chalk.bold(text);
  if (as === 'command') return chalk.dim(text);
  if (as !== 'state') return text;
  return meanings.find(({ states }) => states.has(text.toLowerCase()))?.color(text) ?? text;
}

const wordSet = (text: string): Set<string> => new Set(text.split(' '));

/** States by their meaning: done, waiting, failed, over. An unknown state is not colored. */
const meanings = [
  {
    color: chalk.green,
    states: wordSet(
      'paid completed approved verified active accepted enabled connected created applied ok',
    ),
  },
  {
    color: chalk.yellow,
    states: wordSet(
      'submitted scheduled pending processing held unverified sending unknown throttled warning',
    ).add('1-30 days'),
  },
  {
    color: chalk.red,
    states: wordSet(
      'declined failed returned suspended verification_failed frozen rejected refused error',
    )
      .add('31-60 days')
      .add('61-90 days')
      .add('over 90 days')
      .add('overdue, owed by you')
      .add('overdue, owed to you')
      .add('failed or returned, going out')
      .add('failed or returned, coming in')
      .add('bank verification failed')
      .add('balance, overdrawn'),
  },
  {
    color: chalk.dim,
    states: wordSet('draft cancelled archived expired removed disabled skipped not-sent'),
  },
];
