import { afterEach, expect, test } from 'vitest';
import type { AssumptionCheck } from '../../src/commands/dialect/check-dialect.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { openStage, type Stage } from './fixture.ts';
import { openTrade } from './trading-partners.ts';

let stage: Stage | undefined;
let service: Service | undefined;
afterEach(async () => {
  await stage?.close();
  await service?.close();
  [stage, service] = [undefined, undefined];
});

async function openForeign(): Promise<Stage> {
  stage = await openStage();
  const { connection } = await openTrade(stage);
  const lines = '--line "Towels|1|25" --submit';
  await stage.done('coastal', `payable create --connection ${connection} --amount 25 ${lines}`);
  return stage;
}

test('with the right dialect nothing is a mismatch, and only reads are sent', async () => {
  const { as, heard } = await openForeign();
  const before = heard.length;
  const { code, result } = await as('acme', 'dialect check');
  expect(code).toBe(0);
  const found: AssumptionCheck[] = result;
  expect(found.filter((it) => it.result === 'mismatch')).toEqual([]);
  const confirmed = found.filter((it) => it.result === 'confirmed');
  expect(confirmed).toContainEqual(
    expect.objectContaining({ operation: 'bank.list', name: 'last4', apiName: 'final_digits' }),
  );
  expect(confirmed).toContainEqual(
    expect.objectContaining({ operation: 'bank.list', name: 'status:verified', apiName: 'good' }),
  );
  expect(confirmed).toContainEqual(
    expect.objectContaining({ operation: 'bank.linkToken', where: 'path' }),
  );
  expect(confirmed.length).toBeGreaterThan(150);
  expect(found.find((it) => it.where === 'body')?.seen).toContain('request field');
  expect(heard.slice(before).every(({ line }) => line.startsWith('GET '))).toBe(true);
});

test('without a dialect it suggests commands, and these make the dialect right', async () => {
  const { run, as, done, baseUrl } = await openForeign();
  await run('-P acme profile unset dialect');
  const first = await as('acme', 'dialect check --result mismatch');
  expect(first.code).toBe(11);
  expect(first.error).toMatchObject({ code: 'mismatch' });
  const found: AssumptionCheck[] = first.result;
  expect(found).toContainEqual(
    expect.objectContaining({
      ...{ operation: 'bank.list', name: 'accountType', result: 'mismatch' },
      ...{ seen: "the response has 'account_type'" },
      suggestion: 'remit dialect set accountType account_type',
    }),
  );
  expect(first.error.next).toContain('remit -P acme dialect set accountType account_type');

  for (const line of first.error.next) {
    expect((await run(line.replace('remit ', ''))).err, line).toBe('');
  }
  const again = await as('acme', 'dialect check');
  expect(again.code).toBe(0);
  expect(baseUrl).toContain('127.0.0.1');

  // A field without a likely name stays unverified, with the unknown names of the response.
  const open: AssumptionCheck[] = again.result.filter(
    (it: AssumptionCheck) => it.result === 'unverified',
  );
  expect(open.find((it) => it.operation === 'bank.list' && it.name === 'last4')?.seen).toContain(
    'final_digits',
  );
  expect(await done('acme', 'business list')).toHaveLength(1);
});

test('the sandbox meets all assumptions', async () => {
  service = await startService();
  const { code, err } = await service.remit('dialect check');
  expect([code, err]).toEqual([0, expect.stringMatching(/^0 mismatch, \d+ confirmed/)]);
});
