import { Chalk } from 'chalk';
import type { Kind } from './view.ts';

const chalk = new Chalk({ level: 1 });

/** Colors a heading or a cell. Every state is a word as well: the page reads the same without color. */
export function paint(text: string, as: Kind | 'heading'): string {
  if (as === 'heading') return chalk.bold(text);
  if (as !== 'state') return text;
  return meanings.find(({ states }) => states.has(text.toLowerCase()))?.color(text) ?? text;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** States by what they ask of the reader: settled, waiting, gone wrong, over. One that is unknown stays as it is. */
const meanings = [
  {
    color: chalk.green,
    states: words(
      'paid completed approved verified active accepted enabled connected created applied ok',
    ),
  },
  {
    color: chalk.yellow,
    states: words(
      'submitted scheduled pending processing held unverified sending unknown throttled warning',
    ),
  },
  {
    color: chalk.red,
    states: words('declined failed returned suspended verification_failed rejected refused error'),
  },
  {
    color: chalk.dim,
    states: words('draft cancelled archived expired removed disabled skipped not-sent'),
  },
];
