import { command } from '../../cli/command.ts';
import { InvalidValueError, option, repeatableOption } from '../../cli/flags/flag.ts';
import { file, words } from '../../cli/flags/value-parsers.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

export const publicToken = command({
  name: 'public-token',
  summary: 'Create a public token, as the bank-linking provider does',
  about: 'The token is valid for `remit bank connect` once, for half an hour.',
  flags: {
    ...dataFlag,
    linkTokenFile: option('--link-token-file <file|->', 'file containing the link token', file),
    institution: option('--institution <name>', 'name of the bank', words),
    accounts: repeatableOption(
      '--account <name|type|mask>',
      'account to offer, such as "Main|savings|4321"',
      parseAccount,
    ),
  },
  view: recordOf(columns('publicToken', 'accounts:json')),
  examples: [
    'remit sandbox public-token',
    'remit sandbox public-token --account "Payroll|checking|4321" --account "R01|savings" --json',
  ],

  async run({ context, flags: { data, linkTokenFile, institution, accounts } }) {
    const linkToken = linkTokenFile && (await context.files.readSecret(linkTokenFile));
    const { call } = await controlOf(context, data);
    return call('POST', '/sandbox/linkprovider/public-tokens', {
      ...{ linkToken, institution },
      ...(accounts.length > 0 && { accounts }),
    });
  },
});

/** Parses `name|type|mask`; the provider chooses the parts that are left out. */
function parseAccount(text: string) {
  const [name, type, mask, ...more] = text.split('|').map((field) => field.trim() || undefined);
  const isType = type === undefined || type === 'checking' || type === 'savings';
  if (isType && (mask === undefined || /^\d{4}$/.test(mask)) && more.length === 0) {
    return { name, type, mask };
  }
  throw new InvalidValueError(`must be name|checking or savings|four digits, not '${text}'`);
}
