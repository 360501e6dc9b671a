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
  summary: 'Create a signing key to approve plans (stored in the state folder)',
  about: 'Give the printed public key to the person who applies the plans: remit run key trust.',
  args: { name: argument('<name>', 'name for the key', keyName) },
  view: recordOf(keyColumns),
  examples: ['remit run key create ada', 'remit run key create ada --json --query publicKey'],

  run: ({ context, args }) => createKey(context, args.name),
});

const list = command({
  name: 'list',
  summary: 'List your signing keys and the keys that the profile trusts',
  view: listOf(keyColumns, 'No keys.'),
  examples: ['remit run key list', 'remit run key list --json'],

  async run({ context }) {
    const { profile } = await context.identity();
    return [...ownKeys(context), ...(profile === null ? [] : trustedKeys(context, profile))];
  },
});

const trust = command({
  name: 'trust',
  summary: 'Trust a signing key in the profile',
  args: {
    name: argument('<name>', 'name of the holder', keyName),
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
    if (profile === null) throw new UsageError('No profile to trust the key in.');
    await context.confirm(
      [`Plans signed by ${args.name} may be applied in profile ${profile}.`],
      'Trust the key?',
    );
    return trustKey(context, profile, args);
  },
});

export const key: Subgroup = {
  name: 'key',
  summary: 'Manage the signing keys that approve plans',
  commands: [create, list, trust],
};
