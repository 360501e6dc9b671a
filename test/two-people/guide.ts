/** The blocks of docs/two-people.md, which say in their first line who runs them. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Person } from './machine.ts';

/** A block of the guide. */
export interface Block {
  readonly who: Person;
  readonly script: string;
}

/** Returns the blocks below a heading, with the address, the business and a bank account of a service in place of the guide's. */
export function blocksBelow(
  heading: string,
  {
    baseUrl,
    payer,
    bank = 'fs_…',
  }: { readonly baseUrl: string; readonly payer: string; readonly bank?: string },
): Block[] {
  const page = readFileSync('docs/two-people.md', 'utf8');
  const section = page.split(/^## /m).find((it) => it.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```sh\n# (root|ada|bo)\n(.*?)^```$/gms)].map(
    ([, who, script = '']) => ({
      who: who as Person,
      script: `set -e\n${script}`
        .replaceAll('https://api.example.com', baseUrl)
        .replaceAll('biz_…', payer)
        .replaceAll('fs_…', bank)
        .replaceAll('$(npm root --global)/remit-cli/examples', resolve('examples')),
    }),
  );
}
