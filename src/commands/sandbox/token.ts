import { command, type Subgroup } from '../../cli/command.ts';
import { argument, option, requiredChoice } from '../../cli/flags/flag.ts';
import { file, id, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { roles } from '../../contract/control-records.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';
import { freshToken } from './sandbox-profile.ts';

const show = command({
  name: 'token',
  summary: 'Print a new token of the sandbox owner',
  about: 'The output is the token alone; --json adds expiresAt.',
  flags: dataFlag,
  view: recordOf(columns('token')),
  examples: ['remit sandbox token', 'remit sandbox token --json'],

  run: async ({ context, flags }) => {
    const { serving } = await controlOf(context, flags.data);
    const issued = await freshToken(serving);
    if (context.system.stdout.isTTY) context.notice(`Valid until ${issued.expiresAt}.`);
    return issued;
  },
});

const create = command({
  name: 'create',
  summary: 'Create a token with another role, to test permissions',
  flags: {
    ...dataFlag,
    role: requiredChoice('--role <role>', 'role of the token', roles),
    ttl: option('--ttl <s>', 'lifetime in seconds', wholeNumber(1, 315_360_000)),
    user: option('--user <user>', 'user (default: the owner)', id),
  },
  view: recordOf(columns('token', 'role', 'expiresAt:time')),
  examples: [
    'remit sandbox token create --role viewer',
    'remit sandbox token create --role ap --ttl 60 --json',
  ],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call(controls.createToken, {
      body: {
        role: flags.role,
        ...(flags.ttl !== undefined && { ttl: flags.ttl }),
        ...(flags.user !== undefined && { userId: flags.user }),
      },
    }),
});

const expire = command({
  name: 'expire',
  summary: 'Expire a token now',
  args: {
    tokenFile: { ...argument('<file|->', 'file containing the token', file), secret: true },
  },
  flags: dataFlag,
  view: { kind: 'json' },
  examples: [
    'remit auth token | remit sandbox token expire -',
    'remit sandbox token expire token.txt',
  ],

  run: async ({ context, args, flags }) => {
    const token = await context.files.readSecret(args.tokenFile, 'Token');
    const { call } = await controlOf(context, flags.data);
    return call(controls.expireToken, { params: { token } });
  },
});

export const token: Subgroup = {
  name: 'token',
  summary: 'Manage tokens of the sandbox',
  commands: [create, expire],
  defaultCommand: show,
};
