// The sections of the site, and the pages in them: each page of docs is in one of them.

/**
 * The sections by title, with their pages: files of docs by name, `help/` for a help topic. The pages of commands and of
 * decisions are added when they are written.
 */
export const sections = {
  Quickstart: ['quickstart', 'install', 'going-live'],
  Guides: [
    'paying-a-batch',
    'two-people',
    'recurring-invoices',
    'matching',
    'forecast',
    'exporting',
    'month-end',
    'troubleshooting',
    'returns',
  ],
  Commands: [],
  Automation: ['automation', 'library', 'mcp', 'completions', 'sharing', 'dialects'],
  Sandbox: ['help/sandbox', 'sandbox-in-tests', 'webhooks', 'certify'],
  Safety: [
    'help/money-safety',
    'proof',
    'security',
    'help/security',
    'outcomes',
    'duplicate-payments',
  ],
  Reference: [
    'operations',
    'help/exit-codes',
    'help/output',
    'help/csv',
    'help/dates',
    'help/environment',
    'help/automation',
    'help/dialects',
    'help/glossary',
    'comparison',
    'performance',
    'mutation-score',
    'changelog',
  ],
  Decisions: [],
};
