import { Chalk } from 'chalk';
import type { Kind } from './view.ts';

const chalk = new Chalk({ level: 1 });

/**
 * Colors a heading, a state, a negative amount and a level, and dims a command and a word in place of an amount. A state
 * is also a word, and what is below zero has a sign or a pattern, so the output reads the same without color.
 */
export function paint(text: string, as: Kind | 'heading'): string {
  if (as === 'heading') return chalk.bold(text);
  if (as === 'command') return chalk.dim(text);
  if (as === 'money') return moneyColor(text);
  if (as === 'level') return /[░-]/.test(text) ? chalk.red(text) : chalk.green(text);
  if (as !== 'state') return text;
  // A state may have a part before or after it: `overdue, owed by you`.
  const parts = text.toLowerCase().split(', ');
  return meanings.find(({ states }) => parts.some((it) => states.has(it)))?.color(text) ?? text;
}

function moneyColor(text: string): string {
  if (text.startsWith('-')) return chalk.red(text);
  return /^\p{L}/u.test(text) ? chalk.dim(text) : text;
}

const wordSet = (text: string): Set<string> => new Set(text.split(' '));

/** States by their meaning: done, waiting, failed, over. An unknown state is not colored. */
const meanings = [
  {
    color: chalk.green,
    states: wordSet(
      'paid completed approved verified active accepted enabled connected created applied ok holds matched',
    ),
  },
  {
    color: chalk.yellow,
    states: wordSet(
      'submitted scheduled pending processing held unverified sending unknown throttled warning probable ambiguous',
    )
      .add('1-30 days')
      .add('in flight')
      .add('to approve')
      .add('requests unresolved'),
  },
  {
    color: chalk.red,
    states: wordSet(
      'declined failed returned suspended verification_failed frozen rejected refused error overdue negative broken missing unrecorded',
    )
      .add('31-60 days')
      .add('61-90 days')
      .add('over 90 days')
      .add('failed or returned')
      .add('bank verification failed'),
  },
  {
    color: chalk.dim,
    states: wordSet('draft cancelled archived expired removed disabled skipped not-sent'),
  },
];
