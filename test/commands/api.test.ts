import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let first: string;
beforeAll(async () => {
  service = await startService();
  const [it] = await service.json<{ id: string }[]>('payable list');
  first = it?.id ?? '';
});
afterAll(() => service.close());

const api = (line: string) => service.remit(`api ${line}`);

const PAYABLES = '/api/businesses/{businessId}/payables';

describe('the request is', () => {
  test.for([
    ['a path alone, read', '/api/businesses/{businessId}'],
    ['a method and a path', 'get /api/businesses/{businessId}'],
    ['an operation', 'business.get'],
    ['an operation after its method', 'GET business.get'],
    ['an operation of the business given', 'business.get -b PAYER'],
  ])('%s', async ([, line = '']) => {
    const { code, out } = await api(line.replace('PAYER', service.payer));
    expect([code, JSON.parse(out).id]).toEqual([0, service.payer]);
  });

  test('with the other placeholders from --param', async () => {
    const { out } = await api(`payable.get --param payableId=${first} --query id -r`);
    expect(out).toBe(`${first}\n`);
    const raw = await api(`/api/businesses/{businessId}/payables/{id} --param id=${first}`);
    expect(JSON.parse(raw.out).id).toBe(first);
  });

  test('an operation that writes, with its confirmations', async () => {
    const declined = await api(`payable.decline --param payableId=${first}`);
    expect(declined).toMatchObject({
      code: 2,
      err: expect.stringContaining('Confirmation required'),
    });
    const alias = await api('business.setAlias -F alias=Acme');
    expect(alias.code).toBe(0);
    const paid = await api('pay.initiate -F payableId=pay_1 -F fundingSourceId=fs_1 --dry-run');
    expect(JSON.parse(paid.out).request).toMatchObject({ method: 'POST' });
  });

  test.for([
    ['payable.lst', "'payable.lst' is neither a path nor an operation. Did you mean payable.list"],
    ['GET', 'GET requires a path'],
    ['FETCH /api/businesses', 'must be one of GET'],
    ['POST payable.list', 'payable.list is a GET request'],
    ['payable.get', '{payableId} is not known: add --param payableId=<id>'],
    ['business.list --param x=1', 'no placeholder {x}'],
    ['payable.get --param payableId=../..', 'must be name=value'],
    ['/api/../x', "must not have '.' or '..'"],
    ['/api/businesses/%ff', 'is not correctly percent-encoded'],
    ['/api/businesses -F a=1', 'name the method'],
    ['business.get --paginate', 'requires an operation that lists'],
    ['/api/unknown --paginate', 'requires an operation that lists'],
    [`${PAYABLES}?status=PAID&status=DRAFT --paginate`, "takes one value of 'status'"],
    [`${PAYABLES}?limit=two --paginate`, 'limit in the query must be a whole number'],
  ])('not %s', async ([line = '', why]) => {
    expect(await api(line)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(why ?? ''),
    });
  });
});

describe('the response is printed', () => {
  test('as rows of the chosen columns, in any format', async () => {
    const columns = 'payable.list --columns invoiceNumber,amount';
    expect((await api(`${columns} --csv`)).out).toBe(
      'invoiceNumber,amount\nCL-1004,2205\nCL-1003,96.2\nCL-1002,612.5\nCL-1001,1840\n',
    );
    expect((await api(columns)).out).toMatch(/^CL-1004\t2205\n/);
    expect((await api(`${columns} -o markdown`)).out).toContain('| CL-1004 | 2205 |');
    const table = await service.remit(`api ${columns}`, { tty: { stdout: true } });
    expect(table.out).toContain('CL-1004');
    expect((await api('business.get --columns name --csv')).out).toBe('name\nAcme Hotels LLC\n');
  });

  test('as all of its fields, without chosen columns', async () => {
    const { out } = await api('business.list --csv');
    const [header = '', ...rows] = out.trim().split('\n');
    expect(header.split(',')).toEqual(expect.arrayContaining(['id', 'name', 'address']));
    expect(rows.length).toBe(2);
  });

  test('as JSON in a pipe and in a terminal, as it came', async () => {
    const { out } = await api('payable.list');
    expect(Object.keys(JSON.parse(out))).toContain('data');
    const shown = await service.remit('api payable.list', { tty: { stdout: true } });
    expect(JSON.parse(shown.out).total).toBe(4);
  });

  test('without columns that no record has', async () => {
    const { code, err } = await api('payable.list --columns id,nothing --csv');
    expect([code, err]).toEqual([2, expect.stringContaining("has 'nothing'")]);
  });

  test('with every record of every page', async () => {
    const path = `${PAYABLES}?limit=2&status=SUBMITTED,APPROVED`;
    const one = JSON.parse((await api(path)).out);
    expect([one.data.length, one.total]).toEqual([2, 3]);
    const { out } = await api(`${path} --paginate`);
    expect(JSON.parse(out).map((it: { invoiceNumber: string }) => it.invoiceNumber)).toEqual([
      'CL-1004',
      'CL-1002',
      'CL-1001',
    ]);
    const rows = await api(
      `${path.replace('limit=2', 'offset=1')} --paginate --columns invoiceNumber`,
    );
    expect(rows.out).toBe('CL-1002\nCL-1001\n');
    const lines = await api('payable.list --paginate -o ndjson');
    expect(lines.out.trim().split('\n').length).toBe(4);
    const found = await api("payable.list --paginate --query 'length(@)'");
    expect(found.out).toBe('4\n');
  });
});
