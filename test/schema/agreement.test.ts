/** The program and an editor that has the schema find the same mistakes in the shape of a file. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dialectFileSchema, readDialect } from '../../src/api/dialect/parse-dialect.ts';
import type { Context } from '../../src/cli/context.ts';
import { ConfigError } from '../../src/config/errors.ts';
import { parsePolicyFile } from '../../src/config/machine-policy-schema.ts';
import { isRecord } from '../../src/is-record.ts';
import { readPlan } from '../../src/money/runs/read-plan.ts';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Values that are wrong in most places, and right in some. */
const OTHERS: readonly unknown[] = [
  ...[null, true, -1, 0, 1, 1.5, 1e21, '', ' ', '0', '1.5', '-1', '1,000', 'x', 'a b', '..'],
  ...['relative/path', '/absolute', 'https://pay.example', 'https://pay.example/', 'http://*'],
  ...['2026-03-02', '2026-03-02T15:00:00.000Z', 'pay_1', '\u0000', 'x'.repeat(129)],
  ...[[], [''], ['a b'], [1], {}, { surplus: 1 }],
];

interface Changed {
  /** The place of the change. */
  readonly at: string;
  readonly value: unknown;
}

/** Every copy of a value in which one place is removed, replaced by another value, or has a member more. */
function* changed(value: unknown, at = ''): Iterable<Changed> {
  if (Array.isArray(value)) {
    yield { at, value: value.slice(1) };
    for (const [index, item] of value.entries()) {
      for (const it of changedMember(item, `${at}/${index}`)) {
        yield { at: it.at, value: value.with(index, it.value) };
      }
    }
  } else if (isRecord(value)) {
    yield { at: `${at}/surplus`, value: { ...value, surplus: 1 } };
    for (const [key, member] of Object.entries(value)) {
      const { [key]: _, ...rest } = value;
      yield { at: `${at}/${key}`, value: rest };
      for (const it of changedMember(member, `${at}/${key}`)) {
        yield { at: it.at, value: { ...value, [key]: it.value } };
      }
    }
  }
}

function* changedMember(member: unknown, at: string): Iterable<Changed> {
  for (const other of OTHERS) yield { at: `${at} = ${JSON.stringify(other)}`, value: other };
  yield* changed(member, at);
}

async function validatorOf(file: string): Promise<(value: unknown) => boolean> {
  const { out } = await remit(`schema ${file}`);
  return new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(
    JSON.parse(out),
  );
}

/** Returns the changes of a valid value that only one of the two accepts, and how many both refuse. */
async function compare(
  file: string,
  valid: unknown,
  doesProgramAccept: (value: unknown) => boolean | Promise<boolean>,
) {
  const isValid = await validatorOf(file);
  const disagreements: string[] = [];
  let refused = 0;
  for (const { at, value } of [{ at: '', value: valid }, ...changed(valid)]) {
    const accepted = await doesProgramAccept(value);
    if (accepted !== isValid(value))
      disagreements.push(`${at}: the program ${accepted ? 'accepts' : 'refuses'} it`);
    else if (!accepted) refused++;
  }
  return { disagreements, refused };
}

const succeeds = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

test('policy', async () => {
  const policy = {
    journal: { place: '/var/lib/remit', id: 'j_1' },
    ...{ readOnly: false, maxPerPayment: 5000, maxPerRun: '20000.50', maxPerDay: 20000 },
    maxPerApproval: 10_000,
    ...{ maxPerMonth: '100000', maxPerPayeePerDay: 0, dualApprovalAbove: 1000 },
    ...{ allowedBankAccounts: ['fs_1'], allowedPayees: ['biz_1'], requireApproval: true },
    ...{ newPayee: 'approve', duplicateInvoices: 'block' },
    approvals: { required: 1, signers: '/etc/remit/signers', revoked: '/etc/remit/revoked' },
    exemptOrigins: ['http://127.0.0.1:*', 'https://pay.example'],
    dialectHash: 'none',
    extraMembers: ['pay.quickPay.costCenter'],
  };
  const found = await compare('policy', policy, (it) =>
    succeeds(() => parsePolicyFile(it, 'policy.json')),
  );
  expect(found.disagreements).toEqual([]);
  expect(found.refused).toBeGreaterThan(300);
});

/** What a dialect may map depends on the contract, not on the shape of the file. */
test('dialect', async () => {
  const dialect = {
    version: 1,
    amountUnit: 'cents',
    paths: { 'bank.linkToken': '/api/bank-accounts/link-token' },
    names: { clearingSpeed: 'speed', 'invite.send.aliasName': 'displayName' },
    words: { 'link.status': { enabled: 'ACTIVE' } },
    extraMembers: { 'pay.quickPay': { costCenter: { type: 'string', movesNoMoney: true } } },
  };
  expect(succeeds(() => readDialect(dialect))).toBe(true);
  const found = await compare('dialect', dialect, (it) => {
    const hasShape = z.safeParse(dialectFileSchema, it).success;
    if (!hasShape) expect(succeeds(() => readDialect(it))).toBe(false);
    return hasShape;
  });
  expect(found.disagreements).toEqual([]);
  expect(found.refused).toBeGreaterThan(150);
});

/** A plan that was edited keeps its shape, and is refused for its hash. */
test('plan', async () => {
  const [payable] = await service.json<{ id: string }[]>('payable list --status APPROVED');
  const [connection] = await service.json<{ id: string }[]>('connection list');
  await service.file('payables.csv', `payableId\n${payable?.id}\n`);
  await service.file('quick.csv', `connectionId,amount\n${connection?.id},12.50\n`);
  for (const name of ['payables', 'quick']) {
    const { code, err } = await service.remit(`run plan --file ${name}.csv --out ${name}.json`);
    expect([code, err]).toEqual([0, expect.any(String)]);
    const plan = JSON.parse(await readFile(join(service.cwd, `${name}.json`), 'utf8'));
    plan.signatures = [{ role: 'maker', person: 'ada', at: plan.plan.expiresAt, signature: 'x' }];
    const found = await compare('plan', plan, hasShapeOfPlan);
    expect(found.disagreements).toEqual([]);
    expect(found.refused).toBeGreaterThan(500);
  }
});

async function hasShapeOfPlan(value: unknown): Promise<boolean> {
  const bytes = Buffer.from(JSON.stringify(value));
  try {
    await readPlan(
      { files: { readFile: async () => ({ bytes }) } } as unknown as Context,
      'run.json',
    );
    return true;
  } catch (error) {
    return !(error instanceof ConfigError);
  }
}
