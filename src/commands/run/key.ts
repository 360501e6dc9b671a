import { command, type Subgroup } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument } from '../../cli/flags/flag.ts';
import {
  createKey,
  keyName,
  ownKeys,
  publicKey,
  trustedKeys,
  trustKey,
} from '../../payments/run/signing-keys.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';

const keyColumns = columns('name', 'kind', 'publicKey');

const create = command({
  name: 'create',
  summary: 'Make a key to approve plans with; it is kept in the state folder',
  about: 'Give the public key that it prints to who applies the plans: remit run key trust.',
  args: { name: argument('<name>', 'name for the key', keyName) },
  view: recordOf(keyColumns),
  examples: ['remit run key create ada', 'remit run key create ada --json --query publicKey'],

  run: ({ context, args }) => createKey(context, args.name),
});

const list = command({
  name: 'list',
  summary: 'List your own keys, and those that the profile trusts',
  view: listOf(keyColumns, 'There are no keys.'),
  examples: ['remit run key list', 'remit run key list --json'],

  async run({ context }) {
    const { profile } = await context.identity();
    return [...ownKeys(context), ...(profile === null ? [] : trustedKeys(context, profile))];
  },
});

const trust = command({
  name: 'trust',
  summary: 'Let the signature of a key count, in the profile in use',
  args: {
    name: argument('<name>', 'who holds it', keyName),
    publicKey: argument('<public key>', 'as remit run key create prints it', publicKey),
  },
  asks: true,
  view: recordOf(keyColumns),
  examples: [
    'remit run key trust cy yjyJt4XCiGKWMkG3ZQyXhLdVGxHLWfXnPSVQhKqgUnE',
    'remit run key trust cy yjyJt4XCiGKWMkG3ZQyXhLdVGxHLWfXnPSVQhKqgUnE --yes --json',
  ],

  async run({ context, args }) {
    const { profile } = await context.identity();
    if (profile === null) throw new UsageError('There is no profile to trust it in.');
    await context.confirm(
      [`Plans that ${args.name} signs may be applied in profile ${profile}.`],
      'Trust the key?',
    );
    return trustKey(context, profile, args);
  },
});

export const key: Subgroup = {
  name: 'key',
  summary: 'Keys that plans are approved with',
  commands: [create, list, trust],
};
