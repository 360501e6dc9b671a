import { closestMatches } from '../cli/closest-match.ts';
import type { CommandTree } from '../cli/command.ts';
import { UsageError } from '../money/errors.ts';
import type { CommandMatch } from './find-command.ts';

/** A word that names no command, though its meaning is known. */
interface CommandSynonym {
  /** Sentences, a line each, where the commands alone do not say enough. */
  readonly text?: readonly string[];
  readonly next: readonly string[];
}

const invoices: CommandSynonym = {
  text: [
    'Invoices are payables: sent ones are paid to you, received ones are bills.',
    'payable create sends an invoice, which the other business pays.',
  ],
  next: [
    'remit payable list --direction sent',
    'remit payable list --direction received',
    'remit payable create',
  ],
};
const bills: CommandSynonym = {
  text: [
    'A bill is a payable that a vendor sent you. payable create sends an invoice.',
    'To receive one, invite the vendor; to pay without one, use pay quick.',
  ],
  next: [
    'remit payable list --direction received',
    'remit invite send <email>',
    'remit pay quick <connection> --amount <dollars>',
  ],
};
const partners: CommandSynonym = {
  text: [
    'Vendors and customers are connections.',
    'payable create sends an invoice, which they pay; pay quick pays them.',
  ],
  next: ['remit connection list', 'remit invite send <email>'],
};
const payments: CommandSynonym = { next: ['remit pay list', 'remit pay initiate <payable>'] };
const bankAccounts: CommandSynonym = { next: ['remit bank list', 'remit bank link'] };
const withdrawal: CommandSynonym = { next: ['remit business withdraw', 'remit business balance'] };

/** Common words for what this program names otherwise, by the words after `remit`. */
export const commandSynonyms: Readonly<Record<string, CommandSynonym>> = {
  ...{ invoice: invoices, invoices, payables: invoices },
  ...{ bill: bills, bills },
  ...{ vendor: partners, vendors: partners, supplier: partners, suppliers: partners },
  ...{ customer: partners, customers: partners, partner: partners, partners },
  ...{ payment: payments, payments },
  ...{ account: bankAccounts, accounts: bankAccounts, 'bank-account': bankAccounts },
  ...{ withdraw: withdrawal, withdrawal, transfer: withdrawal, payout: withdrawal },
  balance: { next: ['remit business balance'] },
  approve: { next: ['remit payable approve <payable>', 'remit run approve <plan>'] },
  decline: { next: ['remit payable decline <payable>'] },
  remind: { next: ['remit payable remind <payable>'] },
  schedule: {
    text: ['A payment is scheduled by the date on which it is made.'],
    next: ['remit pay initiate <payable> --on <date>', 'remit forecast'],
  },
  refund: {
    text: [
      'The service has no refunds.',
      'Cancel a payment that is scheduled or held, or ask the payee to pay it back.',
    ],
    next: ['remit pay cancel <payment>'],
  },
  void: { next: ['remit pay cancel <payment>', 'remit payable cancel <payable>'] },
  cancel: { next: ['remit pay cancel <payment>', 'remit payable cancel <payable>'] },
  login: { next: ['remit auth login'] },
  logout: { next: ['remit auth logout'] },
  export: { next: ['remit payable export', 'remit payable list --out <file>'] },
  reconcile: { next: ['remit journal reconcile', 'remit match <file>'] },
  'payable pay': { next: ['remit pay initiate <payable>'] },
  'pay approve': { next: ['remit payable approve <payable>'] },
  'pay schedule': { next: ['remit pay initiate <payable> --on <date>'] },
  'pay refund': { next: ['remit pay cancel <payment>'] },
  'bank add': { next: ['remit bank link', 'remit bank connect-manual'] },
  'connection create': { next: ['remit invite send <email>'] },
  'link pay-me configure': { next: ['remit link pay-me enable', 'remit link pay-me disable'] },
  'sandbox tick': { next: ['remit sandbox clock advance'] },
  'link create': { next: ['remit link enable <payable>', 'remit link send <payable>'] },
};

/** Creates the error for a word that names no command, with the commands of its meaning, or the closest ones. */
export function createUnknownCommandError(
  match: CommandMatch,
  tree: CommandTree,
  argv: readonly string[],
): UsageError {
  const path = match.kind === 'root' ? [] : match.path;
  const known =
    match.kind === 'group' ? match.group.commands.map(({ name }) => name) : Object.keys(tree);
  const word = 'unknown' in match ? (match.unknown ?? '') : '';
  const line = ['remit', ...path].join(' ');
  const name = [...path, word].join(' ');
  if (Object.hasOwn(commandSynonyms, name)) {
    const { text = [], next = [] } = commandSynonyms[name] ?? {};
    return new UsageError([`'remit ${name}' is not a command.`, ...text], { next });
  }
  const closest = closestMatches(word, known);
  const rest = commandWordsAfter(word, argv);
  return new UsageError(`'${line} ${word}' is not a command.`, {
    next:
      closest.length > 0
        ? closest.map((name) => [line, name, ...rest].join(' '))
        : [`${line} --help`],
  });
}

/** Returns the words after it that can only be words of a command, and not values of flags. */
function commandWordsAfter(word: string, argv: readonly string[]): readonly string[] {
  const after = argv.slice(argv.indexOf(word) + 1);
  const end = after.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return end < 0 ? after : after.slice(0, end);
}
