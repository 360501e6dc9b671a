import type { AnyCommand, Subgroup } from '../cli/command.ts';

export interface Group {
  readonly summary: string;
  /** Loaded when one of its commands runs, so that `remit payable list` never reads the code of `remit accounting`. */
  readonly load: () => Promise<GroupModule>;
  /** Commands that are started so often that they are loaded without the others of their group. */
  readonly standalone?: Readonly<Record<string, () => Promise<AnyCommand>>>;
}

export interface GroupModule {
  readonly commands: readonly (AnyCommand | Subgroup)[];
  /** What the group's own word runs: `remit demo`, `remit whoami`. */
  readonly defaultCommand?: AnyCommand;
}

/** The program's table of contents. Help, completions and `remit commands` are read from it. */
export const tree: Readonly<Record<string, Group>> = {
  business: {
    summary: 'Register businesses, show balances, withdraw',
    load: () => import('./business/group.ts'),
  },
  bank: {
    summary: 'Link and verify bank accounts',
    load: () => import('./bank/group.ts'),
  },
  connection: {
    summary: 'Manage connections with trading partners',
    load: () => import('./connection/group.ts'),
  },
  invite: {
    summary: 'Invite businesses and answer invitations',
    load: () => import('./invite/group.ts'),
  },
  payable: {
    summary: 'Create, approve and track invoices',
    load: () => import('./payable/group.ts'),
    standalone: { list: async () => (await import('./payable/list.ts')).list },
  },
  link: {
    summary: 'Manage payment links and pay-me links',
    load: () => import('./link/group.ts'),
  },
  pay: {
    summary: 'Pay a payable or a business, cancel a payment',
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
    summary: 'Show payables that need action',
    load: () => import('./status/command.ts'),
  },
  wait: {
    summary: 'Wait until a resource reaches a status',
    load: () => import('./wait/command.ts'),
  },
  watch: {
    summary: 'Stream status changes as JSON lines',
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
    summary: 'Manage profiles: settings for several services or users',
    load: () => import('./profile/group.ts'),
  },
  config: {
    summary: 'Manage settings that apply to every profile',
    load: () => import('./config/group.ts'),
  },
  journal: {
    summary: 'Show sent requests and resolve unknown outcomes',
    load: () => import('./journal/group.ts'),
  },
  policy: {
    summary: 'Limit a profile: amounts, bank accounts, payees, dual approval',
    load: () => import('./policy/group.ts'),
  },
  dialect: {
    summary: 'Map field names to those of your service',
    load: () => import('./dialect/group.ts'),
  },
  api: {
    summary: 'Make an authenticated API request',
    load: () => import('./api/group.ts'),
  },
  mcp: {
    summary: 'Run an MCP server for the API',
    load: () => import('./mcp/group.ts'),
  },
  sandbox: {
    summary: 'Run the whole API locally for testing',
    load: () => import('./sandbox/group.ts'),
  },
  demo: {
    summary: 'Run a complete example in a temporary sandbox',
    load: () => import('./demo/group.ts'),
  },
  help: {
    summary: 'Show help for a topic or a command',
    load: () => import('./help/command.ts'),
  },
  doctor: {
    summary: 'Check configuration, credentials and connectivity',
    load: () => import('./doctor/command.ts'),
  },
  explain: {
    summary: 'Explain an exit code, an API error code or an ACH return code',
    load: () => import('./explain/command.ts'),
  },
  completion: {
    summary: 'Complete commands, flags and ids in the shell',
    load: () => import('./completion/command.ts'),
  },
  schema: {
    summary: 'Print JSON Schema and CSV column definitions',
    load: () => import('./schema/command.ts'),
  },
  commands: {
    summary: 'List all commands (--json includes flags and exit codes)',
    load: () => import('./commands/command.ts'),
  },
  version: {
    summary: 'Show the version',
    load: () => import('./version/command.ts'),
  },
};
