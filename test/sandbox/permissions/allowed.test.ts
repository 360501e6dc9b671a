import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestSandbox, temporaryFolder } from '../open-sandbox.ts';
import { copyFolder } from './copy-sandbox.ts';
import { expected, type Role, type Row, type Side } from './expected-permissions.ts';
import { openBriefly, openStage, type Stage, setStage } from './fixture.ts';
import { askedBy, pathOf } from './valid-requests.ts';

/** The stage as it was set, untouched, and the sandbox that only reads it. */
const original = temporaryFolder();
const copies = temporaryFolder();
let stage: Stage;
let reading: TestSandbox;
let ownIds: readonly string[];

beforeAll(async () => {
  stage = await setStage(join(original, 'set'));
  await copyFolder(join(original, 'set'), join(original, 'read'));
  reading = await openStage(join(original, 'read'));
  const { payer, payee, connectionId, payables } = stage;
  ownIds = [payer.businessId, payee.businessId, payer.bankId, connectionId, payables.submitted];
});
afterAll(async () => {
  await reading?.close();
  for (const folder of [original, copies]) rmSync(folder, { recursive: true, force: true });
});

interface Allowed {
  readonly row: Row;
  readonly side: Side;
  readonly role: Role;
}

const allowed: readonly Allowed[] = expected.flatMap((row) =>
  row.by.flatMap((side) => row.roles.map((role) => ({ row, side, role }))),
);
const isRead = ({ row: { method, id } }: Allowed) => method === 'GET' && id !== 'bank.linkToken';
const named = (cases: readonly Allowed[]) =>
  cases.map(
    (it) => [`${it.row.method} ${it.row.path} by the ${it.side}'s ${it.role}`, it] as const,
  );

async function succeeds({ row, side, role }: Allowed, sandbox: TestSandbox) {
  const { params, query, ...sending } = askedBy(side, row, stage);
  const path = pathOf(row, { params, ...(query !== undefined && { query }) });
  const token = stage[side].tokens[role];
  const { status, text } = await sandbox.send(row.method, path, { ...sending, token });
  expect(status, text).toBe(row.ok);
}

describe(`${allowed.length} requests that are allowed succeed`, () => {
  test.for(named(allowed.filter(isRead)))('%s', ([, it]) => succeeds(it, reading));

  test.for(named(allowed.filter((it) => !isRead(it))))('%s', async ([, it]) => {
    const dataDir = join(copies, 'changed');
    await copyFolder(join(original, 'set'), dataDir);
    const sandbox = await openBriefly(dataDir);
    try {
      await succeeds(it, sandbox);
    } finally {
      await sandbox.close();
    }
  });
});

const ownOnes = expected.filter(({ stranger }) => stranger === 'nothing');

test.for(ownOnes)('$method $path reveals nothing of this account to another', async (row) => {
  const { body, headers } = askedBy('payer', row, stage);
  const answer = await reading.send(row.method, pathOf(row, askedBy('payer', row, stage)), {
    ...{ token: stage.stranger.token, ...(body && { body }), ...(headers && { headers }) },
  });
  expect(answer.status).toBe(row.ok);
  expect(ownIds.filter((id) => answer.text.includes(id))).toEqual([]);
});
