import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { remit } from '../helpers/built-program.ts';
import { remit as remitHere } from '../helpers/run-command.ts';

test('the demo runs twice in a row, sends nothing elsewhere, and replaces no file', async () => {
  let connections = 0;
  const elsewhere = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  const { port } = elsewhere.address() as AddressInfo;
  const cwd = await mkdtemp(join(tmpdir(), 'remit-e2e-'));
  const temporary = await mkdtemp(join(tmpdir(), 'remit-e2e-'));
  const address = `http://127.0.0.1:${port}`;
  const env = {
    REMIT_TOKEN: 'x',
    REMIT_BASE_URL: address,
    HTTP_PROXY: address,
    REMIT_FORMAT: 'json',
    HOME: cwd,
    TMPDIR: temporary,
  };
  try {
    for (const [at, name] of ['payables.csv', 'payables-2.csv'].entries()) {
      const { code, out, err } = await remit(['demo'], { cwd, env });
      expect([code, err]).toEqual([0, '']);
      for (const shown of [
        'Acme Hotels LLC: verified',
        'Status: APPROVED',
        'Not sent: pmt_',
        'Events: payment.completed, payable.paid',
        '$2,500.00 available',
        '(exit 7)',
        'difference $0.00',
        'INV-3, $100,000.00: HELD',
        'failed or returned',
        '20 invoices created',
        name,
      ]) {
        expect(out).toContain(shown);
      }
      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
      expect(out.split('\n').length).toBeLessThanOrEqual(3 * 24);
      const rows = parse(await readFile(join(cwd, name), 'utf8'), {
        columns: true,
      }) as Record<string, string>[];
      expect(rows).toHaveLength(23);
      expect(new Set(rows.map((it) => it['invoiceNumber'])).size).toBe(23);
      expect((await readdir(cwd)).toSorted()).toEqual(
        ['payables.csv', 'payables-2.csv'].slice(0, at + 1).toSorted(),
      );
    }
    expect(connections).toBe(0);
    expect(await readdir(temporary)).toEqual([]);
    expect(await processesWith(temporary)).toEqual([]);
  } finally {
    elsewhere.close();
    await rm(cwd, { recursive: true });
    await rm(temporary, { recursive: true });
  }
});

test('in a terminal the demo has the same results, in color', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'remit-e2e-'));
  try {
    const env = { HOME: cwd, LANG: 'C.UTF-8' };
    const { out } = await remitHere('demo', { cwd, env, tty: { stdout: true }, columns: 80 });
    expect(out).toContain('Status: \u001b[32mAPPROVED\u001b[39m');
    const plain = stripVTControlCharacters(out);
    for (const shown of [
      'Connection: active',
      'Operating ···6789: unverified, two micro-deposits',
      '$2,500.00, PENDING, estimated settlement 2026-03-05',
      'INV-3, $100,000.00: HELD',
      'failed or returned',
      '20 invoices created',
    ])
      expect(plain).toContain(shown);
    expect(plain.split('\n').length).toBeLessThanOrEqual(3 * 24);
    expect(Math.max(...plain.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  } finally {
    await rm(cwd, { recursive: true });
  }
});

test('the full demo shows the whole output of every command', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'remit-e2e-'));
  try {
    const { code, out } = await remit(['demo', '--full'], { cwd, env: { HOME: cwd } });
    expect(code).toBe(0);
    for (const shown of ['bank link-token', 'ACCOUNT TYPE  checking', 'HELD'])
      expect(out).toContain(shown);
    expect(out).toMatch(/^ *Difference +\$0\.00$/m);
  } finally {
    await rm(cwd, { recursive: true });
  }
});

/** Processes whose environment holds a text; none where the system does not tell. */
async function processesWith(text: string): Promise<string[]> {
  const all = (await readdir('/proc').catch(() => [])).filter((it) => /^\d+$/.test(it));
  const environments = await Promise.all(
    all.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
  );
  return all.filter((_, at) => environments[at]?.includes(text));
}
