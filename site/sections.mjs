// The sections of the site, and the pages in them: each page of docs is in one of them.

/**
 * The sections by title, with their pages: files of docs by name, `help/` for a help topic. The pages of commands and of
 * decisions are added when they are written.
 */
export const sections = {
  'Get started': ['quickstart', 'install', 'going-live'],
  Guides: [
    'get-paid',
    'set-up-a-business',
    'accounting',
    'paying-a-batch',
    'two-people',
    'returns',
    'month-end',
    'matching',
    'forecast',
    'recurring-invoices',
    'exporting',
    'keys-and-tokens',
    'troubleshooting',
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
    'ach-rules',
    'exit-codes',
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

/** Returns the folder of a section. */
export const folderOf = (title) => title.toLowerCase().replaceAll(' ', '-');
