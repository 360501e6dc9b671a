import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { specOperations } from '../../src/api/operations/operations.ts';
import { shapeOf } from '../../src/api/schema/schema-introspection.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { talkTo } from './test-client.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const started = async (line?: string) => {
  const talk = await talkTo(service, line);
  const { tools } = await talk.client.listTools();
  return { ...talk, tools, named: new Map(tools.map((it) => [it.name, it])) };
};

/** The bytes of the answer to `tools/list`. */
const sizeOf = (tools: readonly object[]) => Buffer.byteLength(JSON.stringify({ tools }));

describe('the tools', () => {
  test('are tasks by default, small enough for the context of an assistant', async () => {
    const { tools, end } = await started('mcp serve --allow-writes');
    expect(tools.map(({ name }) => name)).toEqual([
      ...['show_status', 'forecast', 'match_statement', 'partner_statement'],
      ...['find_payables', 'show_payable', 'approve_or_decline'],
      ...['plan_payments', 'pay', 'pay_partner', 'cancel_payment'],
      ...['explain_failure', 'send_invoice', 'send_reminder'],
      ...['show_accounts', 'find_partners', 'list_requests', 'reconcile'],
    ]);
    expect(sizeOf(tools)).toBeLessThanOrEqual(20_000);
    for (const { name, outputSchema } of tools)
      expect([name, outputSchema]).toEqual([name, undefined]);
    await end();
  });

  test('are read-only unless writes are allowed', async () => {
    const { tools, tool, end } = await started('mcp serve');
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(tools).toHaveLength(11);
    expect(sizeOf(tools)).toBeLessThanOrEqual(12_000);
    const { isError, record } = await tool('pay', { payables: ['pay_1'] });
    expect(isError).toBe(true);
    expect(record.error).toMatchObject({
      exitCode: 14,
      code: 'read_only',
      outcome: 'not-sent',
      next: [],
    });
    await end();
  });

  test('are all operations too, or those of groups, on request', async () => {
    const { tools, named, end } = await started();
    expect(tools).toHaveLength(specOperations.length + 18);
    expect(named.get('pay_quick_pay')).toMatchObject({
      description: expect.stringMatching(/^Pay a connected business.*preview and a confirmation/),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
      inputSchema: {
        required: ['connectionId', 'amount', 'fundingSourceId'],
        additionalProperties: false,
        properties: {
          amount: { type: 'number', description: expect.stringMatching(/dollars.*assumed/) },
          confirmation: { type: 'string' },
        },
      },
    });
    expect(JSON.stringify(tools)).not.toMatch(/x-assumed|x-money|x-also/);
    expect(await end()).toMatchObject({ code: 0, err: '' });
    const some = await started('mcp serve --tools bank,link');
    expect(some.tools.slice(11).map(({ name }) => name)).toEqual(
      specOperations
        .filter(({ id, effect }) => /^(?:bank|link)\./.test(id) && effect === 'read')
        .map(({ id }) => id.replace('.', '_').replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`)),
    );
    const { record } = await some.tool('bank_remove', { fundingSourceId: 'fs_1' });
    expect(record.error.code).toBe('read_only');
    expect((await some.tool('payable_list')).record.error.message).toMatch(/Unknown tool/);
    await some.end();
    expect((await service.remit('mcp serve --tools banks')).code).toBe(2);
  });

  test('take the fields of all request parts in one object: no operation has two of one name', () => {
    for (const { id, params, query, body } of specOperations) {
      const names = [params, query, body].flatMap((it) => (it ? Object.keys(shapeOf(it())) : []));
      expect([id, names.length]).toEqual([id, new Set(names).size]);
    }
  });
});

describe('a read', () => {
  test("returns the service's records, for the business of the profile", async () => {
    const { tool, end } = await started('mcp serve --tools all');
    const { record, text } = await tool('payable_list', { status: 'APPROVED', limit: 1 });
    expect(record).toMatchObject({ limit: 1, data: [{ status: 'APPROVED' }] });
    expect(JSON.parse(text)).toEqual(record);
    const { record: banks } = await tool('bank_list', { businessId: service.payee });
    expect(banks.items).toEqual(await service.json(`bank list -b ${service.payee}`));
    expect(
      (await tool('payable_list', { businessId: service.payee })).record.data[0],
    ).toMatchObject({ direction: 'sent' });
    await end();
  });

  test('uses the profile that was current at the start, even if another becomes current', async () => {
    const { tool, end } = await started('mcp serve --tools all');
    await service.remit('auth login --with-token -P other', {
      stdin: service.token,
      env: { REMIT_BASE_URL: service.baseUrl },
    });
    await service.remit(`profile set business ${service.payee} -P other`);
    await service.remit('profile use other');
    expect((await tool('business_get')).record.id).toBe(service.payer);
    await end();
  });

  test('returns a file as text', async () => {
    const { tool, end } = await started('mcp serve --tools all');
    const { record } = await tool('payable_export', { status: 'PAID' });
    expect(record.contentType).toBe('text/csv');
    expect(record.text).toBe((await service.remit('payable export --status PAID')).out);
    await end();
  });

  test('is refused with all problems at once, before anything is sent', async () => {
    const { tool, end } = await started();
    const { isError, record } = await tool('payable_create', {
      amount: 10.005,
      dueDate: 'tomorrow',
      lineItems: [{ description: 'a', quantity: 1, unitPrice: 1, color: 'red' }],
      color: 'red',
    });
    expect(isError).toBe(true);
    expect(record.error).toMatchObject({ exitCode: 2, code: 'usage', outcome: 'not-sent' });
    expect(record.error.fields.map((it: { field: string }) => it.field).toSorted()).toEqual([
      'amount',
      'color',
      'connectionId',
      'dueDate',
      'lineItems.0.color',
    ]);
    const { record: other } = await tool('payable_remove_all');
    expect(other.error.message).toMatch(/Unknown tool 'payable_remove_all'/);
    await end();
  });

  test('reports the error of the service', async () => {
    const { tool, end } = await started('mcp serve --tools all');
    const { record } = await tool('payable_get', { payableId: 'pay_none' });
    expect(record.error).toMatchObject({ exitCode: 6, status: 404, next: expect.any(Array) });
    await service.remit('auth logout');
    const { record: after } = await tool('user_profile');
    expect(after.error).toMatchObject({ exitCode: 4, code: 'not_signed_in' });
    await end();
  });
});

describe('a write', () => {
  test('is sent at once if it is reversible', async () => {
    const { tool, end } = await started();
    await tool('business_set_alias', { alias: 'Acme' });
    expect((await service.json(`business get ${service.payer}`))['alias']).toBe('Acme');
    const contentBase64 = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');
    const logo = await tool('business_set_logo', { filename: 'logo.png', contentBase64 });
    expect(logo.record).toMatchObject({ contentType: 'image/png' });
    await end();
  });

  test('sends the complete payable with the changes, for a service whose PUT replaces it', async () => {
    const [connection] = await service.json<{ id: string }[]>('connection list');
    const { id } = await service.json(
      `payable create --connection ${connection?.id} --memo kept --line "Towels|10|20"`,
    );
    const { tool, end } = await started('mcp serve --allow-writes --tools all --debug');
    await tool('payable_update', { payableId: id, invoiceNumber: 'A-77' });
    const changed = await service.json(`payable get ${id}`);
    expect(changed).toMatchObject({ memo: 'kept', invoiceNumber: 'A-77', amount: 200 });
    const { err } = await end();
    const sent = err.split('\n').find((it) => it.includes('A-77') && !it.includes(String(id)));
    expect(sent).toMatch(/"memo":"kept"/);
    expect(sent).toMatch(/Towels/);
  });

  test('requires a confirmation if it is irreversible', async () => {
    const [connection] = await service.json<{ id: string }[]>('connection list');
    const { tool, end } = await started();
    const { record } = await tool('connection_archive', { connectionId: connection?.id });
    expect(record).toMatchObject({
      done: false,
      wouldDo: [expect.stringMatching(/^Archive a connection/), `connectionId: ${connection?.id}`],
    });
    const confirmation = record.confirmation;
    const { record: done } = await tool('connection_archive', {
      connectionId: connection?.id,
      confirmation,
    });
    expect(done.status).toBe('archived');
    await end();
  });

  test('shows no secret of its arguments', async () => {
    const { tool, end } = await started();
    const { text } = await tool('bank_connect_manually', {
      routingNumber: '021000021',
      accountNumber: '000555511113',
      accountType: 'checking',
      name: 'Spare 000555511113',
    });
    expect(text).toContain('Spare ***');
    expect(text).not.toContain('000555511113');
    const { out } = await end();
    expect(out).not.toContain('000555511113');
    expect(out).not.toContain(service.token);
  });
});

test('stdout contains only the protocol, and an interrupt exits cleanly', async () => {
  const interrupt = new AbortController();
  const { tool, end } = await talkTo(service, 'mcp serve --tools all --verbose', {
    interrupted: interrupt.signal,
  });
  await tool('user_profile');
  interrupt.abort('SIGINT');
  const { code, out, err } = await end();
  expect(code).toBe(0);
  for (const line of out.trimEnd().split('\n')) expect(JSON.parse(line).jsonrpc).toBe('2.0');
  expect(err).toContain('/api/user/profile');
});

test('stdin cannot contain both the protocol and the token', async () => {
  const { code, err } = await service.remit('mcp serve --token-file -');
  expect(code).toBe(2);
  expect(err).toContain('Standard input carries the protocol');
});
