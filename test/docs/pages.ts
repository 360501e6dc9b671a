import { readdirSync } from 'node:fs';

/** The documentation pages that people wrote, README first. The build writes `docs/commands.md` beside them. */
export const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((it) => it.endsWith('.md') && it !== 'commands.md')
    .map((it) => `docs/${it}`),
];
