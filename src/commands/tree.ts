import type { CommandTree } from '../cli/command.ts';

/** All commands. Help, completions and `remit commands` are built from it. */
export const tree: CommandTree = {
  business: {
    heading: 'Set up',
    summary: 'Register businesses, show balances, withdraw',
    load: () => import('./business/group.ts'),
  },
  bank: {
    heading: 'Set up',
    summary: 'Link and verify bank accounts',
    load: () => import('./bank/group.ts'),
  },
  connection: {
    heading: 'Set up',
    summary: 'Manage connections with trading partners',
    load: () => import('./connection/group.ts'),
  },
  invite: {
    heading: 'Set up',
    summary: 'Invite businesses and answer invitations',
    load: () => import('./invite/group.ts'),
  },
  payable: {
    heading: 'Get paid and pay',
    summary: 'Create, approve and track invoices',
    load: () => import('./payable/group.ts'),
    standalone: { list: async () => (await import('./payable/list.ts')).list },
  },
  link: {
    heading: 'Get paid and pay',
    summary: 'Manage payment links and pay-me links',
    load: () => import('./link/group.ts'),
  },
  pay: {
    heading: 'Get paid and pay',
    summary: 'Pay a payable or a business, cancel a payment',
    load: () => import('./pay/group.ts'),
  },
  accounting: {
    heading: 'Set up',
    summary: 'Connect and sync an accounting system',
    load: () => import('./accounting/group.ts'),
  },
  run: {
    heading: 'Safety and approval',
    summary: 'Plan, approve and apply payment runs',
    load: () => import('./run/group.ts'),
  },
  status: {
    heading: 'Get paid and pay',
    summary: 'Show payables that need action',
    load: () => import('./status/command.ts'),
  },
  forecast: {
    heading: 'Get paid and pay',
    summary: 'Forecast receipts and debits by business day',
    load: () => import('./forecast/command.ts'),
  },
  match: {
    heading: 'Get paid and pay',
    summary: 'Match a bank statement with payments and withdrawals',
    load: () => import('./match/command.ts'),
  },
  wait: {
    heading: 'Automation',
    summary: 'Wait until a resource reaches a status',
    load: () => import('./wait/command.ts'),
  },
  watch: {
    heading: 'Automation',
    summary: 'Stream status changes as JSON lines',
    load: () => import('./watch/command.ts'),
  },
  whoami: {
    heading: 'Set up',
    summary: 'Show who is signed in',
    load: () => import('./whoami/command.ts'),
  },
  auth: {
    heading: 'Set up',
    summary: 'Sign in and out',
    load: () => import('./auth/group.ts'),
  },
  profile: {
    heading: 'Set up',
    summary: 'Manage profiles: settings for several services or users',
    load: () => import('./profile/group.ts'),
  },
  config: {
    heading: 'Set up',
    summary: 'Manage settings that apply to every profile',
    load: () => import('./config/group.ts'),
  },
  journal: {
    heading: 'Safety and approval',
    summary: 'Show sent requests and resolve unknown outcomes',
    load: () => import('./journal/group.ts'),
  },
  policy: {
    heading: 'Safety and approval',
    summary: 'Limit a profile: amounts, bank accounts, payees, dual approval',
    load: () => import('./policy/group.ts'),
  },
  dialect: {
    heading: 'Automation',
    summary: 'Map field names to those of your service',
    load: () => import('./dialect/group.ts'),
  },
  api: {
    heading: 'Automation',
    summary: 'Make an authenticated API request',
    load: () => import('./api/group.ts'),
  },
  mcp: {
    heading: 'Automation',
    summary: 'Run an MCP server for the API',
    load: () => import('./mcp/group.ts'),
  },
  sandbox: {
    heading: 'Sandbox',
    summary: 'Run the whole API locally for testing',
    load: () => import('./sandbox/group.ts'),
  },
  demo: {
    heading: 'Sandbox',
    summary: 'Run a complete example in a temporary sandbox',
    load: () => import('./demo/group.ts'),
  },
  help: {
    heading: 'Help',
    summary: 'Show help for a topic or a command',
    load: () => import('./help/command.ts'),
  },
  doctor: {
    heading: 'Set up',
    summary: 'Check configuration, credentials and connectivity',
    load: () => import('./doctor/command.ts'),
  },
  explain: {
    heading: 'Help',
    summary: 'Explain an exit code, an API error code or an ACH return code',
    load: () => import('./explain/command.ts'),
  },
  completion: {
    heading: 'Set up',
    summary: 'Print or install shell completion scripts',
    load: () => import('./completion/command.ts'),
  },
  schema: {
    heading: 'Automation',
    summary: 'Print JSON Schema and CSV column definitions',
    load: () => import('./schema/command.ts'),
  },
  commands: {
    heading: 'Help',
    summary: 'List all commands (--json includes flags and exit codes)',
    load: () => import('./commands/command.ts'),
  },
  version: {
    heading: 'Help',
    summary: 'Show the version',
    load: () => import('./version/command.ts'),
  },
};
