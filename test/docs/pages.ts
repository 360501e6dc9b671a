import { readdirSync } from 'node:fs';

/** The documentation pages, README first. */
export const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((it) => it.endsWith('.md'))
    .map((it) => `docs/${it}`),
];
