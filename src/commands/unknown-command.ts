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
    'remit payable get <payable>',
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
    'remit payable get <payable>',
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
const reports: CommandSynonym = {
  next: ['remit payable aging', 'remit forecast', 'remit connection statement <connection>'],
};
const onePayable: CommandSynonym = { next: ['remit payable get <payable>'] };
const payableLog: CommandSynonym = { next: ['remit payable log <payable>', 'remit journal list'] };
const overview: CommandSynonym = { next: ['remit status'] };
const declining: CommandSynonym = { next: ['remit payable decline <payable> --reason <text>'] };
const reminding: CommandSynonym = { next: ['remit payable remind <payable>'] };
const invoiceImport: CommandSynonym = { next: ['remit payable create --file <file>'] };
const invitation: CommandSynonym = { next: ['remit invite send <email>'] };
const paying: CommandSynonym = { next: ['remit pay initiate <payable>'] };
const manyPayments: CommandSynonym = {
  next: ['remit run plan --out <plan>', 'remit pay bulk --file <file>'],
};
const planApply: CommandSynonym = { next: ['remit run apply <plan>'] };
const comment: CommandSynonym = {
  text: ['The service has no operation to comment. The log has the comments of others.'],
  next: ['remit payable log <payable>'],
};
const bankAccounts: CommandSynonym = { next: ['remit bank list', 'remit bank link'] };
const withdrawal: CommandSynonym = { next: ['remit business withdraw', 'remit business balance'] };

/** Common words for what this program names otherwise, by the words after `remit`. */
export const commandSynonyms: Readonly<Record<string, CommandSynonym>> = {
  ...{ invoice: invoices, invoices, payables: invoices },
  ...{ bill: bills, bills },
  ...{ vendor: partners, vendors: partners, supplier: partners, suppliers: partners },
  ...{ customer: partners, customers: partners, partner: partners, partners, contacts: partners },
  ...{ payment: payments, payments },
  ...{ account: bankAccounts, accounts: bankAccounts, 'bank-account': bankAccounts },
  ...{ banks: bankAccounts, 'bank accounts': bankAccounts },
  ...{ overview, dashboard: overview, report: reports, reports, statement: reports },
  ...{ find: onePayable, show: onePayable, 'payable details': onePayable },
  ...{ history: payableLog, 'payable history': payableLog, audit: payableLog },
  ...{ comment, 'payable comment': comment },
  ...{ import: invoiceImport, 'payable import': invoiceImport },
  ...{ batch: manyPayments, 'pay all': manyPayments, 'run create': manyPayments },
  ...{ 'run pay': planApply, 'run start': planApply, 'run execute': planApply },
  list: { next: ['remit payable list', 'remit pay list', 'remit connection list'] },
  search: { next: ['remit payable list --search <text>'] },
  overdue: { next: ['remit payable list --overdue'] },
  aging: { next: ['remit payable aging'] },
  duplicates: { next: ['remit payable duplicates'] },
  evidence: { next: ['remit payable evidence <payable> --dir <dir>'] },
  recurring: { next: ['remit payable recur <schedule>'] },
  cashflow: { next: ['remit forecast'] },
  users: { next: ['remit whoami'] },
  settings: { next: ['remit config list', 'remit profile show'] },
  '1099': {
    text: ['What was paid in a year, by payee:'],
    next: ['remit payable list --paid-from <date> --paid-to <date> --group-by payee'],
  },
  'payable send': { next: ['remit payable submit <payable>', 'remit link send <payable>'] },
  'payable attachments': { next: ['remit payable get <payable>'] },
  ...{ 'pay status': payments, 'pay history': payments },
  'pay stop': { next: ['remit pay cancel <payment>'] },
  ...{ 'pay invoice': paying, 'pay create': paying, 'pay send': paying, 'payable pay': paying },
  ...{ 'invite create': invitation, 'connection add': invitation, 'connection invite': invitation },
  ...{ withdraw: withdrawal, withdrawal, transfer: withdrawal, payout: withdrawal },
  balance: { next: ['remit business balance'] },
  approve: { next: ['remit payable approve <payable>', 'remit run approve <plan>'] },
  ...{ decline: declining, reject: declining, remind: reminding, reminder: reminding },
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
  'pay approve': { next: ['remit payable approve <payable>'] },
  'pay schedule': { next: ['remit pay initiate <payable> --on <date>'] },
  'pay refund': { next: ['remit pay cancel <payment>'] },
  'bank add': { next: ['remit bank link', 'remit bank connect-manual'] },
  'connection create': invitation,
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
  const closest = meaning(path, word, known) ?? closestMatches(word, known);
  const rest = commandWordsAfter(word, argv);
  return new UsageError(`'${line} ${word}' is not a command.`, {
    next:
      closest.length > 0
        ? closest.map((name) => [line, name, ...rest].join(' '))
        : [`${line} --help`],
  });
}

/** Common verbs, with those of this program that mean the same. */
const verbs: Readonly<Record<string, readonly string[]>> = {
  ...{ show: ['get', 'list'], view: ['get', 'show'], info: ['get', 'show'], get: ['show'] },
  ...{ ls: ['list'], add: ['create', 'link'], delete: ['remove', 'cancel'], reject: ['decline'] },
};

/** The command of a group that is meant when the group is followed by an id, a number or an address. */
const commandOfGroup: Readonly<Record<string, string>> = {
  ...{ invite: 'send', link: 'get', pay: 'initiate', payable: 'get' },
};

/** Returns the commands of a group that a word means; `undefined` if its meaning is not known. */
function meaning(
  path: readonly string[],
  word: string,
  known: readonly string[],
): readonly string[] | undefined {
  if (!/^[a-z][a-z-]*$/.test(word)) {
    const command = commandOfGroup[path.join(' ')];
    return command === undefined ? undefined : [command];
  }
  const meant = Object.hasOwn(verbs, word) ? verbs[word]?.filter((it) => known.includes(it)) : [];
  return meant?.length ? meant : undefined;
}

/** Returns the words after it that can only be words of a command, and not values of flags. */
function commandWordsAfter(word: string, argv: readonly string[]): readonly string[] {
  const after = argv.slice(argv.indexOf(word) + 1);
  const end = after.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return end < 0 ? after : after.slice(0, end);
}
