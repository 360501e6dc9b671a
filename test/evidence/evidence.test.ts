import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeFakeSshKeygen, writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { advance, approved, pay } from '../match/month.ts';

let service: Service;

const at = (folder: string, name = '') => join(service.cwd, folder, name);
const text = (folder: string, name: string) => readFileSync(at(folder, name), 'utf8');
const read = (folder: string, name: string) => JSON.parse(text(folder, name));

/** Runs sha256sum in a directory of evidence and returns its exit code. */
function verify(folder: string): number {
  try {
    execFileSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: at(folder), stdio: 'pipe' });
    return 0;
  } catch {
    return 1;
  }
}

describe('of a payment in flight', () => {
  let payable: string;
  beforeAll(async () => {
    service = await startService();
    ({ payable } = await pay(service, 'CL-7001', '40.00'));
  });
  afterAll(() => service.close());

  test('only the owner can read it, and it holds no token', async () => {
    await service.json(`payable evidence ${payable} --dir own`);
    expect(statSync(at('own')).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(at('own'))) {
      expect(statSync(at('own', name)).mode & 0o777).toBe(0o600);
      expect(text('own', name)).not.toContain(service.token);
    }
  });

  test('a change of any file is found', async () => {
    await service.json(`payable evidence ${payable} --dir changed`);
    for (const name of readdirSync(at('changed')).filter((it) => it !== 'SHA256SUMS')) {
      const right = text('changed', name);
      writeFileSync(at('changed', name), `${right} `);
      expect([name, verify('changed')]).toEqual([name, 1]);
      writeFileSync(at('changed', name), right);
    }
    expect(verify('changed')).toBe(0);
  });

  test('the same records make the same files', async () => {
    await service.json(`payable evidence ${payable} --dir one`);
    await service.control('POST', '/sandbox/clock/advance', { by: 'PT1M' });
    await service.json(`payable evidence ${payable} --dir two`);
    const same = readdirSync(at('one')).filter((it) => text('one', it) === text('two', it));
    expect(same).toEqual([
      'README.txt',
      'activity-log.json',
      'journal-entries.json',
      'journal.json',
      'payable.json',
    ]);
  });

  test('nothing that exists is written to, and a failure leaves nothing', async () => {
    const before = readdirSync(service.cwd);
    mkdirSync(at('folder'));
    writeFileSync(at('file'), 'mine');
    symlinkSync(at('folder'), at('link'));
    for (const name of ['folder', 'file', 'link']) {
      const { code, err } = await service.remit(`payable evidence ${payable} --dir ${name} --json`);
      expect([name, code, JSON.parse(err).error.code]).toEqual([name, 2, 'file_exists']);
    }
    expect((await service.remit(`payable evidence ${payable} --dir directory --force`)).code).toBe(
      2,
    );
    expect((await service.remit(`payable evidence ${payable} --dir no/such/folder`)).code).toBe(2);
    expect((await service.remit('payable evidence pay_nobody --dir new')).code).toBe(6);
    expect((await service.remit(`payable evidence ${payable}`)).code).toBe(2);
    const made = readdirSync(service.cwd).filter((it) => !before.includes(it));
    expect(made.sort()).toEqual(['file', 'folder', 'link']);
    expect(readdirSync(at('folder'))).toEqual([]);
  });

  test('journal verify compares the entries of the evidence with the journal', async () => {
    await service.json(`payable evidence ${payable} --dir entries`);
    const { journalHead } = read('entries', 'manifest.json');
    const line = `journal verify --evidence ${at('entries', 'journal-entries.json')}`;
    expect(await service.remit(`${line} --head ${journalHead}`)).toMatchObject({
      code: 0,
      err: '',
    });

    const { entries } = read('entries', 'journal-entries.json');
    const edited = entries.map((it: { content: string }, index: number) =>
      index === 0 ? { ...it, content: it.content.replace('pay.initiate', 'pay.quickPay') } : it,
    );
    await service.file('edited.json', JSON.stringify({ entries: edited }));
    const refused = await service.remit('journal verify --evidence edited.json');
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('does not have its hash'),
    ]);
    await service.file('other.json', '{"entries":[{}]}');
    expect((await service.remit('journal verify --evidence other.json')).code).toBe(2);

    const other = await startService();
    const found = await other.remit(line);
    await other.close();
    expect([found.code, found.err]).toEqual([
      3,
      expect.stringContaining('is not the one of the file'),
    ]);
  });
});

describe('on its own sandbox', () => {
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  test('the evidence has record, log and requests, and sha256sum verifies it', async () => {
    const [connection] = await service.json<{ id: string }[]>('connection list');
    const { id: payable } = await service.json<{ id: string }>(
      `payable create -b ${service.payee} --connection ${connection?.id} --amount 40 --invoice-number CL-7001 --submit`,
    );
    await service.json(`payable approve ${payable} --yes`);
    const { paymentId: payment } = await service.json<{ paymentId: string }>(
      `pay initiate ${payable} --yes`,
    );
    await advance(service, 5);
    const { code, out, err } = await service.remit(`payable evidence CL-7001 --dir proof --csv`);
    expect([code, err]).toEqual([
      0,
      'To verify proof: sha256sum -c SHA256SUMS, in this directory.\n',
    ]);
    expect(out.split('\n')[0]).toBe('name,bytes,content,sha256');
    expect(readdirSync(at('proof'))).toEqual([
      'README.txt',
      'SHA256SUMS',
      'activity-log.json',
      'journal-entries.json',
      'journal.json',
      'manifest.json',
      'payable.json',
    ]);
    expect(read('proof', 'payable.json')).toMatchObject({
      id: payable,
      status: 'PAID',
      amount: 40,
    });
    const log = read('proof', 'activity-log.json').map((it: { type: string }) => it.type);
    expect(log).toContain('payment_completed');
    expect(read('proof', 'journal.json')).toMatchObject([
      { operation: 'payable.create', outcome: 'applied' },
      { operation: 'pay.initiate', outcome: 'applied', paymentId: payment, amount: 40 },
    ]);
    const readme = text('proof', 'README.txt');
    for (const words of ['CL-7001', '$40.00', 'Coastal Linen Inc', payment, 'payment_completed']) {
      expect(readme).toContain(words);
    }
    expect(read('proof', 'manifest.json')).toMatchObject({
      payableId: payable,
      asOf: expect.stringMatching(/^2026-03-09T/),
      files: expect.arrayContaining([expect.objectContaining({ name: 'README.txt' })]),
    });
    expect(verify('proof')).toBe(0);
    const sums = createHash('sha256').update(text('proof', 'SHA256SUMS')).digest('hex');
    expect(out).toMatch(new RegExp(`^SHA256SUMS,\\d+,.*,${sums}$`, 'm'));
  });

  test('a payment run is proved by its plan with its signatures', async () => {
    const payable = await approved(service, 'CL-7001', '40.00');
    await service.file('pay.csv', `payableId\n${payable}\n`);
    const env = { PATH: await writeFakeSshKeygen(at('bin')) };
    const run = async (line: string) => {
      const { code, err } = await service.remit(line, { env });
      expect([line, code, code === 0 ? '' : err]).toEqual([line, 0, '']);
    };
    for (const name of ['first', 'second']) {
      await writeSshKey(at(name), name);
      await run(`run key trust ${name} ${name}.pub --yes`);
    }
    await run('run plan --file pay.csv --key first --out run.json');
    await run('run approve run.json --key second --yes');
    await run('run apply run.json --yes');
    const { hash } = JSON.parse(readFileSync(at('run.json'), 'utf8'));
    const without = await service.remit(`payable evidence ${payable} --dir without`);
    expect(without.err).toContain(`add its plan with --plan (plan ${hash})`);
    const { code, err } = await service.remit(
      `payable evidence ${payable} --dir proof --plan run.json`,
      { env },
    );
    expect([code, err]).not.toContain('--plan');
    const name = `plan-${hash.slice(0, 12)}.json`;
    expect(text('proof', name)).toBe(readFileSync(at('run.json'), 'utf8'));
    expect(text('proof', 'README.txt')).toContain(`by payment run ${hash}, batch 1`);
    expect(text('proof', 'README.txt')).toMatch(/signature of second as approver, .*: valid/);
    expect(read('proof', 'manifest.json').plans).toEqual([{ hash, file: name }]);
    expect(verify('proof')).toBe(0);
  });

  test('a plan that did not pay it is refused', async () => {
    const { payable } = await pay(service, 'CL-7001', '40.00');
    const other = await approved(service, 'CL-7002', '1.00');
    await service.file('pay.csv', `payableId\n${other}\n`);
    await service.remit('run plan --file pay.csv --out run.json');
    const { code, err } = await service.remit(
      `payable evidence ${payable} --dir proof --plan run.json`,
    );
    expect(code).toBe(2);
    expect(err).toContain('is not the plan of a request for this payable');
    expect(readdirSync(service.cwd).sort()).toEqual(['pay.csv', 'run.json']);
  });

  test('an unknown outcome is said', async () => {
    const payable = await approved(service, 'CL-7001', '40.00');
    await service.remit('sandbox fault add --operation pay.initiate --drop after');
    expect((await service.remit(`pay initiate ${payable} --yes`)).code).toBe(10);
    const { err } = await service.remit(`payable evidence ${payable} --dir proof`);
    expect(err).toMatch(/The outcome of int_\w+ is unknown: remit journal reconcile/);
    expect(text('proof', 'README.txt')).toContain('ITS OUTCOME IS UNKNOWN');
  });

  test('text of others starts no line and hides nothing in the summary', async () => {
    const [connection] = await service.json<{ id: string }[]>('connection list');
    const line = `payable create -b ${service.payee} --connection ${connection?.id} --amount 5 --submit --json --memo`;
    const { out } = await service.remit([
      ...line.split(' '),
      'x\nStatus        PAID\u001b[2J\u202e',
    ]);
    await service.json(`payable evidence ${JSON.parse(out).id} --dir proof`);
    const readme = text('proof', 'README.txt');
    expect(readme).toContain('Memo          x Status        PAID\\u001b[2J\\u202e');
    expect(readme).not.toMatch(/^Status {8}PAID/m);
  });
});
