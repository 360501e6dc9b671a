import type { CommandTree } from '../cli/command.ts';

/** All commands. Help, completions and `remit commands` are built from it. */
export const tree: CommandTree = {
  business: {
    summary: 'Register businesses, see their balance, withdraw',
    load: () => import('./business/group.ts'),
  },
  bank: {
    summary: 'Link and verify bank accounts',
    load: () => import('./bank/group.ts'),
  },
  connection: {
    summary: 'See and set up connections between businesses',
    load: () => import('./connection/group.ts'),
  },
  invite: {
    summary: 'Invite businesses and answer invitations',
    load: () => import('./invite/group.ts'),
  },
  payable: {
    summary: 'Create, approve and follow invoices',
    load: () => import('./payable/group.ts'),
    standalone: { list: async () => (await import('./payable/list.ts')).list },
  },
  link: {
    summary: 'Payment links, and the pay-me link of a business',
    load: () => import('./link/group.ts'),
  },
  pay: {
    summary: 'Move money: pay a payable, pay a business, cancel a payment',
    load: () => import('./pay/group.ts'),
  },
  accounting: {
    summary: 'Connect and sync an accounting system',
    load: () => import('./accounting/group.ts'),
  },
  run: {
    summary: 'Plan, approve and apply payment runs',
    load: () => import('./run/group.ts'),
  },
  status: {
    summary: 'Say what awaits the business',
    load: () => import('./status/command.ts'),
  },
  wait: {
    summary: 'Wait until something is in a state',
    load: () => import('./wait/command.ts'),
  },
  watch: {
    summary: 'Tell every change of state as it happens',
    load: () => import('./watch/command.ts'),
  },
  whoami: {
    summary: 'Show who is signed in',
    load: () => import('./whoami/command.ts'),
  },
  auth: {
    summary: 'Sign in and out',
    load: () => import('./auth/group.ts'),
  },
  profile: {
    summary: 'Keep settings for several services or users',
    load: () => import('./profile/group.ts'),
  },
  config: {
    summary: 'Settings that hold for every profile',
    load: () => import('./config/group.ts'),
  },
  journal: {
    summary: 'What was sent that moves money, and what became of it',
    load: () => import('./journal/group.ts'),
  },
  policy: {
    summary: 'Limit what a profile may do: amounts, accounts, payees, a second person',
    load: () => import('./policy/group.ts'),
  },
  dialect: {
    summary: 'Fit the names this program assumed to those of the real service',
    load: () => import('./dialect/group.ts'),
  },
  api: {
    summary: 'Call any operation of the service as it is',
    load: () => import('./api/group.ts'),
  },
  mcp: {
    summary: 'Offer the operations as tools to other programs',
    load: () => import('./mcp/group.ts'),
  },
  sandbox: {
    summary: 'The whole service on this machine, to rehearse on',
    load: () => import('./sandbox/group.ts'),
  },
  demo: {
    summary: 'Play a whole business story on a sandbox of its own',
    load: () => import('./demo/group.ts'),
  },
  help: {
    summary: 'Explain a topic, or a command',
    load: () => import('./help/command.ts'),
  },
  doctor: {
    summary: 'Examine everything this program needs, and say what is wrong',
    load: () => import('./doctor/command.ts'),
  },
  explain: {
    summary: 'Explain an exit code, an error code or a return code',
    load: () => import('./explain/command.ts'),
  },
  completion: {
    summary: 'Complete commands, flags and ids in the shell',
    load: () => import('./completion/command.ts'),
  },
  schema: {
    summary: 'Document columns and records for programs',
    load: () => import('./schema/command.ts'),
  },
  commands: {
    summary: 'List every command; as JSON with all that is known of it',
    load: () => import('./commands/command.ts'),
  },
  version: {
    summary: 'Show the version',
    load: () => import('./version/command.ts'),
  },
};
