import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRemitClient } from '../../src/library/remit-client.ts';
import { BlockedError } from '../../src/library/remit-error.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { createTestSystem } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { talkTo } from '../mcp/test-client.ts';

let service: Service;
let connection: string;
/** CL-1002 of $612.50 and CL-1004 of $2,205.00 are submitted. */
let [small, large] = ['', ''];
beforeEach(async () => {
  service = await startService();
  connection = (await service.json<{ id: string }[]>('connection list'))[0]?.id ?? '';
  const idOf = async (number: string) =>
    (await service.json<{ id: string }[]>(`payable list --search ${number}`))[0]?.id ?? '';
  [small, large] = [await idOf('CL-1002'), await idOf('CL-1004')];
});
afterEach(() => service.close());

const statusOf = async (id: string) => (await service.json(`payable get ${id}`))['status'];
const codeOf = async (line: string, typed = {}) => {
  const { code, err } = await service.remit(`${line} --json`, typed);
  return code === 0 ? '0' : `${code} ${JSON.parse(err).error.code}`;
};
const lines = () => [
  `payable approve ${large} --yes`,
  `payable approve CL-1004 --connection ${connection} --yes`,
  `payable approve ${small} ${large} --yes`,
  'payable approve --where --payee coastal --yes --max-total 9999',
  `api POST /api/businesses/${service.payer}/payables/${large}/approve --yes`,
  `api payable.approve --param businessId=${service.payer} --param payableId=${large} --yes`,
];

describe('an approval above maxPerApproval is refused', () => {
  test('by every command, for the policy of the profile', async () => {
    await service.remit('policy set maxPerApproval 2204.99');
    for (const line of lines()) expect([line, await codeOf(line)]).toEqual([line, OVER]);
    expect([await statusOf(small), await statusOf(large)]).toEqual(['SUBMITTED', 'SUBMITTED']);
    expect(await codeOf(`payable approve ${small} --yes`)).toBe('0');
    const { err } = await service.remit(`payable approve ${large} --yes`);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(
      `$2,205.00, is over the limit: maxPerApproval of the profile's policy is $2,204.99. next: with two signatures: remit payable approve ${large} --signable maker --person <name> next: remit policy show`,
    );
  });

  test('by every command, for the machine policy', async () => {
    const machinePolicyFile = writeMachinePolicy(
      { maxPerApproval: 612.5 * 2 },
      join(service.home, 'state'),
    );
    await service.remit('policy set maxPerApproval 99999');
    for (const line of lines()) {
      expect([line, await codeOf(line, { machinePolicyFile })]).toEqual([line, OVER]);
    }
    expect(await statusOf(large)).toBe('SUBMITTED');
    const line = `payable approve ${small} --yes`;
    expect(await codeOf(line, { machinePolicyFile })).toBe('0');
  });

  test('by the MCP server, before a preview can be confirmed', async () => {
    await service.remit('policy set maxPerApproval 2204.99');
    const talk = await talkTo(service, 'mcp serve --allow-writes --tools all -P test');
    const { record } = await talk.tool('payable_approve', { payableId: large });
    expect(record.error).toMatchObject({ exitCode: 14, code: 'over_approval_limit' });
    const preview = await talk.tool('payable_approve', { payableId: small });
    const { confirmation } = preview.record;
    const done = await talk.tool('payable_approve', { payableId: small, confirmation });
    expect(done.record['status']).toBe('APPROVED');
    await talk.end();
    expect(await statusOf(large)).toBe('SUBMITTED');
  });

  test('by the library, which also needs the amount and the payee', async () => {
    await service.remit('policy set maxPerApproval 2204.99');
    const system = createTestSystem([], { cwd: service.cwd, env: service.env }, [], []);
    const client = createRemitClient(system, {});
    const approve = (payableId: string, amount: number, payee = 'Coastal Linen Inc') =>
      client.payable.approve({ payableId, confirm: { amount, payee } });
    await expect(approve(large, 220_500)).rejects.toThrow(BlockedError);
    await expect(approve(small, 61_251)).rejects.toThrow(BlockedError);
    await expect(approve(small, 61_250, 'Mallory')).rejects.toThrow(BlockedError);
    const bare = { payableId: small } as Parameters<typeof client.payable.approve>[0];
    await expect(client.payable.approve(bare)).rejects.toThrow('confirm is required');
    expect([await statusOf(small), await statusOf(large)]).toEqual(['SUBMITTED', 'SUBMITTED']);
    expect((await approve(small, 61_250)).status).toBe('APPROVED');
    await client.close();
  });
});

test('a connection whose payables approve themselves cannot get around the limit', async () => {
  await service.remit('policy set maxPerApproval 1000');
  const line = `connection set-settings ${connection} --net-terms 30 -b ${service.payer}`;
  for (const data of [
    '{"autoApprove":{"enabled":true}}',
    '{"autoApprove":{"enabled":true,"maxAmount":1000.01}}',
    '{"autoApproval":{"enabled":true,"maxAmount":1}}',
  ]) {
    const words = [...line.split(' '), '--data', data, '--json'];
    const { code, err } = await service.remit(words);
    expect([data, code, JSON.parse(err).error.code]).toEqual([data, 14, 'over_approval_limit']);
  }
  expect(await codeOf(line)).toBe('0');
  const within = '{"autoApprove":{"enabled":true,"maxAmount":1000}}';
  expect((await service.remit([...line.split(' '), '--data', within])).code).toBe(0);
});

test('a limit on approvals limits no payment, and needs no amount of other requests', async () => {
  await service.remit('policy set maxPerApproval 1');
  expect(await codeOf(`pay quick ${connection} --amount 75 --yes`)).toBe('0');
});

const OVER = '14 over_approval_limit';
