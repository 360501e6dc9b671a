/** Every run of the program in a test compares the files around it with their schemas: here it is seen to. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { helpTopics } from '../../src/commands/help-topics.ts';
import { FILES } from '../../src/commands/schema/command.ts';
import { assertSchemasAccept, comparedFiles, schemaProblems } from '../helpers/accepted-files.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { startService } from '../helpers/signed-in-sandbox.ts';

test('files of each kind are compared when a command has succeeded', async () => {
  const before = new Map(comparedFiles);
  const service = await startService();
  const machinePolicyFile = writeMachinePolicy({ exemptOrigins: ['http://127.0.0.1:*'] });
  const [payable] = await service.json<{ id: string }[]>('payable list --status APPROVED');
  await service.file('rows.csv', `payableId\n${payable?.id}\n`);
  for (const line of [
    'policy show',
    'run plan --file rows.csv --out run.json',
    'bank list --out banks.csv --csv --manifest',
    'sandbox trigger payable.approved',
    'sandbox events --json',
    'dialect set clearingSpeed speed',
  ]) {
    const { code, err } = await service.remit(line, { machinePolicyFile });
    expect([line, code, err]).toEqual([line, 0, expect.any(String)]);
  }
  await service.close();
  const compared = (kind: (typeof FILES)[number]) =>
    (comparedFiles.get(kind) ?? 0) - (before.get(kind) ?? 0);
  expect(FILES.filter((kind) => compared(kind) === 0)).toEqual([]);
});

test('a file that its schema refuses is a failure', async () => {
  const event = { id: 'evt_1', type: 'payable.eaten' };
  const places = { home: undefined, cwd: undefined, machinePolicy: undefined };
  await expect(
    assertSchemasAccept({
      ...places,
      argv: ['sandbox', 'events', '--json'],
      out: JSON.stringify([event]),
    }),
  ).rejects.toThrow('and the schema event does not');
});

/** The kinds of files that examples are of, by a member that no other kind has. */
const kindsOfMembers = {
  journal: 'policy',
  extraMembers: 'dialect',
  amountUnit: 'dialect',
  remitPlan: 'plan',
  profiles: 'config',
  sha256: 'manifest',
  occurredAt: 'event',
} as const;

test('the examples of files in the documentation and the help are valid', async () => {
  const pages = ['README.md', 'SECURITY.md', ...namesIn('docs'), ...namesIn('examples')];
  const texts = pages.map((page) => readFileSync(page, 'utf8'));
  const kinds: string[] = [];
  for (const text of [...texts, ...Object.values(helpTopics)]) {
    for (const [block] of text.matchAll(/^( *)\{\n[\s\S]*?\n\1\}$/gm)) {
      const value = parsed(block);
      const member = Object.keys(value).find((key) => Object.hasOwn(kindsOfMembers, key));
      if (member === undefined) continue;
      const kind = kindsOfMembers[member as keyof typeof kindsOfMembers];
      expect([block, await schemaProblems(kind, value)]).toEqual([block, undefined]);
      kinds.push(kind);
    }
  }
  expect(kinds.sort()).toEqual(['dialect', 'dialect', 'policy', 'policy', 'policy']);
});

function parsed(block: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(block);
  } catch {
    return {};
  }
}

const namesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((it) => it.isFile() && it.name !== 'fixtures.json')
    .map(({ name }) => join(folder, name));
