import type { CommandTree } from '../cli/command.ts';

/** All commands. Help, completions and `remit commands` are built from it. */
export const tree: CommandTree = {
  business: {
    heading: 'Businesses and partners',
    summary: 'Register businesses, show balances, withdraw',
    load: () => import('./business/group.ts'),
  },
  bank: {
    heading: 'Businesses and partners',
    summary: 'Link and verify bank accounts',
    load: () => import('./bank.ts'),
  },
  connection: {
    heading: 'Businesses and partners',
    summary: 'Manage connections with trading partners',
    load: () => import('./connection/group.ts'),
  },
  invite: {
    heading: 'Businesses and partners',
    summary: 'Invite businesses and answer invitations',
    load: () => import('./invite/group.ts'),
  },
  payable: {
    heading: 'Invoices and payments',
    summary: 'Create, approve and track invoices',
    load: () => import('./payable/group.ts'),
    standalone: { list: async () => (await import('./payable/list.ts')).list },
  },
  link: {
    heading: 'Invoices and payments',
    summary: 'Manage payment links and pay-me links',
    load: () => import('./link.ts'),
  },
  pay: {
    heading: 'Invoices and payments',
    summary: 'Pay a payable or a business, list and cancel payments',
    load: () => import('./pay/group.ts'),
  },
  accounting: {
    heading: 'Businesses and partners',
    summary: 'Connect and sync an accounting system',
    load: () => import('./accounting/group.ts'),
  },
  run: {
    heading: 'Safety and approval',
    summary: 'Plan, approve and apply payment runs',
    load: () => import('./run/group.ts'),
  },
  status: {
    heading: 'Invoices and payments',
    summary: 'Show what needs action, with the command to type next',
    load: () => import('./status/command.ts'),
  },
  forecast: {
    heading: 'Invoices and payments',
    summary: 'Forecast receipts and debits by business day',
    load: () => import('./forecast/command.ts'),
  },
  match: {
    heading: 'Invoices and payments',
    summary: 'Match a bank statement with payments and withdrawals',
    load: () => import('./match.ts'),
  },
  wait: {
    heading: 'Automation',
    summary: 'Wait until a resource reaches a status',
    load: () => import('./wait.ts'),
  },
  watch: {
    heading: 'Automation',
    summary: 'Stream status changes until interrupted',
    load: () => import('./watch/command.ts'),
  },
  whoami: {
    heading: 'Sign-in and settings',
    summary: 'Show who is signed in',
    load: () => import('./whoami/command.ts'),
  },
  auth: {
    heading: 'Sign-in and settings',
    summary: 'Sign in and out',
    load: () => import('./auth/group.ts'),
  },
  profile: {
    heading: 'Sign-in and settings',
    summary: 'Manage profiles: settings for several services or users',
    load: () => import('./profile.ts'),
  },
  config: {
    heading: 'Sign-in and settings',
    summary: 'Manage settings that apply to every profile',
    load: () => import('./config.ts'),
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
    summary: 'Run an MCP server for assistants',
    load: () => import('./mcp.ts'),
  },
  sandbox: {
    heading: 'Sandbox',
    summary: 'Run the whole API locally for testing',
    load: () => import('./sandbox/group.ts'),
  },
  demo: {
    heading: 'Sandbox',
    summary: 'Run a complete example in a temporary sandbox',
    load: () => import('./demo/command.ts'),
  },
  help: {
    heading: 'Help',
    summary: 'Show help for a topic or a command',
    load: () => import('./help/command.ts'),
  },
  doctor: {
    heading: 'Sign-in and settings',
    summary: 'Check configuration, credentials and connectivity',
    load: () => import('./doctor/command.ts'),
  },
  explain: {
    heading: 'Help',
    summary: 'Explain an exit code, an API error code or an ACH return code',
    load: () => import('./explain.ts'),
  },
  completion: {
    heading: 'Sign-in and settings',
    summary: 'Print or install shell completion scripts',
    load: () => import('./completion/command.ts'),
  },
  schema: {
    heading: 'Automation',
    summary: 'Print JSON Schema and CSV column definitions',
    load: () => import('./schema/command.ts'),
  },
  verify: {
    heading: 'Automation',
    summary: 'Check an exported file against its manifest',
    load: () => import('./verify/command.ts'),
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
