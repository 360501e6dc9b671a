/** The commands that create accounts and users of the sandbox. */

import { command, type Subgroup } from '../../cli/command.ts';
import { choice, option, requiredOption } from '../../cli/flags/flag.ts';
import { email, file, id, words } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { roles } from '../../contract/control-records.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

const passwordFlag = {
  passwordFile: requiredOption('--password-file <file|->', 'file containing the password', file),
};

const createAccount = command({
  name: 'create',
  summary: 'Create an account with an owner, for example a trading partner',
  flags: {
    ...dataFlag,
    name: requiredOption('--name <name>', 'name of the account', words),
    email: requiredOption('--email <email>', 'email address of the owner', email),
    ...passwordFlag,
  },
  view: recordOf(columns('account.id', 'account.name', 'user.id', 'user.email', 'token')),
  examples: [
    'remit sandbox account create --name Bakery --email ada@bakery.test --password-file password.txt',
    'remit sandbox account create --name Bakery --email ada@bakery.test --password-file - --json',
  ],

  async run({ context, flags: { data, name, email: address, passwordFile } }) {
    const password = await context.files.readSecret(passwordFile, 'Password');
    const { call } = await controlOf(context, data);
    return call(controls.createAccount, { body: { name, email: address, password } });
  },
});

const createUser = command({
  name: 'create',
  summary: 'Create a user of an account, with a role',
  flags: {
    ...dataFlag,
    email: requiredOption('--email <email>', 'email address to sign in with', email),
    ...passwordFlag,
    role: choice('--role <role>', 'role (default owner)', roles),
    firstName: option('--first-name <name>', 'first name', words),
    lastName: option('--last-name <name>', 'last name', words),
    account: option('--account <account>', 'account (default: that of the owner)', id),
  },
  view: recordOf(columns('id', 'email', 'role', 'accountId')),
  examples: [
    'remit sandbox user create --email vera@remit.test --role viewer --password-file password.txt',
    'remit sandbox user create --email vera@remit.test --password-file - --json',
  ],

  async run({ context, flags: { data, email: address, passwordFile, account, ...rest } }) {
    const password = await context.files.readSecret(passwordFile, 'Password');
    const { call } = await controlOf(context, data);
    return call(controls.createUser, {
      body: { ...rest, email: address, password, accountId: account },
    });
  },
});

export const account: Subgroup = {
  name: 'account',
  summary: 'Manage accounts of the sandbox',
  commands: [createAccount],
};

export const user: Subgroup = {
  name: 'user',
  summary: 'Manage users of the sandbox',
  commands: [createUser],
};
