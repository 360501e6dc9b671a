import { readdirSync } from 'node:fs';

/** What people read first. */
export const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((it) => it.endsWith('.md'))
    .map((it) => `docs/${it}`),
];
