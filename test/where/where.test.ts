import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { remit, type TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { answering, reply } from '../helpers/stub-server.ts';

let service: Service;
let connection: string;
beforeEach(async () => {
  service = await startService();
  const [only] = await service.json<{ id: string }[]>('connection list');
  connection = only?.id ?? '';
});
afterEach(() => service.close());

interface Row {
  readonly id: string;
  readonly invoiceNumber: string;
  readonly status: string;
  readonly declineReason?: string;
  readonly error?: string;
}

/** The demo has CL-1002 ($612.50) and CL-1004 ($2,205.00) submitted, CL-1001 approved and CL-1003 declined. */
const states = async () =>
  Object.fromEntries(
    (await service.json<Row[]>('payable list')).map((it) => [it.invoiceNumber, it.status]),
  );
const BEFORE = {
  'CL-1001': 'APPROVED',
  'CL-1002': 'SUBMITTED',
  'CL-1003': 'DECLINED',
  'CL-1004': 'SUBMITTED',
};

const atTerminal = (stdin: string, more: TestInput = {}): TestInput => ({
  tty: { stdin: true, stdout: true, stderr: true },
  columns: 80,
  stdin,
  ...more,
});

describe('in a terminal', () => {
  test('the matching payables are listed with their sum, and approved once it is typed', async () => {
    const line = 'payable approve --where --payee coastal --json';
    const { code, out, err } = await service.remit(line, atTerminal('2817.50\n'));
    expect(code).toBe(0);
    expect(err).toMatch(/CL-1004 +to Coastal Linen Inc +\$2,205\.00/);
    expect(err).toMatch(/CL-1002 +to Coastal Linen Inc +\$612\.50/);
    expect(err).not.toMatch(/CL-1001|CL-1003/);
    expect(err).toContain('Approve 2 payables, $2,817.50? Type the amount to confirm:');
    expect(JSON.parse(out).map((it: Row) => it.status)).toEqual(['APPROVED', 'APPROVED']);
    expect(await states()).toEqual({ ...BEFORE, 'CL-1002': 'APPROVED', 'CL-1004': 'APPROVED' });
  });

  test('what is no confirmation sends nothing', async () => {
    for (const [answer, more] of [
      ['y', {}],
      ['', {}],
      ['2817.51', {}],
      ['n', { early: '2817.50\n' }],
      ['n', { hasty: '2817.50\n' }],
    ] as const) {
      const line = 'payable approve --where --payee coastal';
      const { code, err } = await service.remit(line, atTerminal(`${answer}\n`, more));
      expect([answer, more, code]).toEqual([answer, more, 14]);
      expect(err).toContain('Nothing was sent.');
    }
    expect(await states()).toEqual(BEFORE);
  });

  test('one that changed since the preview is refused, and the others go on', async () => {
    const [changed] = await service.json<Row[]>('payable list --search CL-1002');
    const line = 'payable approve --where --payee coastal --json';
    const beforeAnswer = async () => {
      await service.json(`payable decline ${changed?.id} --yes`);
    };
    const { code, out, err } = await service.remit(line, atTerminal('2817.50\n', { beforeAnswer }));
    expect(code).toBe(11);
    const [first, second] = JSON.parse(out);
    expect(first).toMatchObject({ invoiceNumber: 'CL-1004', status: 'APPROVED' });
    expect(second).toMatchObject({
      id: changed?.id,
      error: expect.stringContaining('status SUBMITTED is DECLINED now'),
    });
    expect(err).toContain('1 of 2 failed');
    expect(await states()).toEqual({ ...BEFORE, 'CL-1002': 'DECLINED', 'CL-1004': 'APPROVED' });
  });

  test('text of others does not act in the terminal', async () => {
    const words = `payable create -b ${service.payee} --connection ${connection} --amount 5 --submit --json --invoice-number`;
    await service.remit([...words.split(' '), 'CL\u001b[2J\nApprove']);
    const line = 'payable approve --where --amount-to 5';
    const { err } = await service.remit(line, atTerminal('n\n'));
    expect(err).toContain('CL\\u001b[2J');
    expect(err).not.toContain('\u001b[2J');
  });
});

describe('without a terminal', () => {
  test('what is asked for in vain is exit 2, and a total above the limit 14', async () => {
    for (const [words, expected, message] of [
      ['--payee coastal', 2, 'requires --yes and --max-total'],
      ['--payee coastal --max-total 5000', 2, 'requires --yes and --max-total'],
      ['--payee coastal --yes', 2, 'requires --yes and --max-total'],
      ['--payee coastal --yes --max-total 2817.49', 14, 'the total is $2,817.50'],
      ['', 2, '--where requires a filter'],
      ['--due-from +7d --due-to today --yes --max-total 1', 2, '--due-from must not be after'],
      ['--payee coastal --yes --max-total 5000 --idempotency-key k', 2, 'cannot be used'],
    ] as const) {
      const { code, out, err } = await service.remit(`payable approve --where ${words}`);
      expect([words, code, out]).toEqual([words, expected, '']);
      expect(err).toContain(message);
    }
    expect(await states()).toEqual(BEFORE);
  });

  test('--yes and --max-total approve what matches', async () => {
    const line = 'payable approve --where --amount-to 700 --yes --max-total 612.50 --csv';
    const { code, out, err } = await service.remit(line);
    expect([code, err]).toEqual([0, 'Approve 1 payable, $612.50.\n']);
    expect(out).toMatch(/,CL-1002,APPROVED,/);
    expect(await states()).toEqual({ ...BEFORE, 'CL-1002': 'APPROVED' });
  });

  test('nothing that matches is no error', async () => {
    for (const words of ['--payee nobody', '--search CL-1001', '--search CL-1003']) {
      const line = `payable approve --where ${words} --yes --max-total 5000`;
      const { code, out, err } = await service.remit(`${line} --json`);
      expect([code, out, err]).toEqual([0, '[]\n', '']);
      expect((await service.remit(line)).err).toBe('No submitted payables match.\n');
    }
    expect(await states()).toEqual(BEFORE);
  });

  test('payables that the business sent are never offered', async () => {
    const line = `payable approve -b ${service.payee} --where --amount-from 1`;
    const { out, err } = await service.remit(`${line} --yes --max-total 5000 --quiet`);
    expect([out, err]).toEqual(['', '']);
    expect(await states()).toEqual(BEFORE);
  });

  test('--dry-run prints the requests', async () => {
    const { code, out } = await service.remit('payable approve --where --payee coastal --dry-run');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([
      { dryRun: true, request: { method: 'POST', url: expect.stringMatching(/\/approve$/) } },
      { dryRun: true },
    ]);
    expect(await states()).toEqual(BEFORE);
  });

  test('a read-only policy stops it before anything is asked', async () => {
    await service.remit('policy set readOnly true');
    const line = 'payable approve --where --payee coastal';
    const { code, err } = await service.remit(line, atTerminal('2817.50\n'));
    expect(code).toBe(14);
    expect(err).not.toContain('Type the amount');
  });
});

describe('ids or filters, never both', () => {
  test('are refused together, and a flag of the other kind', async () => {
    for (const [words, message] of [
      ['approve pay_x --where --payee coastal', 'Name payables or use --where'],
      ['approve pay_x --payee coastal', '--payee requires --where'],
      ['approve pay_x --overdue', '--overdue requires --where'],
      [
        'approve --where --payee x --expect-amount 5',
        '--expect-amount cannot be used with --where',
      ],
      ['approve', '<payable> is required, or --where with filters'],
      ['decline pay_x --where --payee coastal', 'Name payables or use --where'],
      ['decline pay_x --max-total 5', '--max-total requires --where'],
      ['decline --due-to today', '--due-to requires --where'],
      ['decline', '<payable> is required, or --where with filters'],
    ] as const) {
      const { code, err } = await service.remit(`payable ${words}`);
      expect([words, code]).toEqual([words, 2]);
      expect(err).toContain(message);
    }
  });

  test('--connection still says of which connection an invoice number is', async () => {
    const line = `payable approve CL-1002 --connection ${connection} --yes --json`;
    expect(await service.json(line.replace(' --json', ''))).toMatchObject({ status: 'APPROVED' });
  });
});

test('declining takes the same filters, and the reason is that of each', async () => {
  const line = 'payable decline --where --payee coastal --reason Duplicate';
  const asked = await service.remit(line, atTerminal('y\n'));
  expect(asked.code).toBe(14);
  expect(asked.err).toContain("Declining payables can't be undone.");
  expect(asked.err).toContain('Decline 2 payables, $2,817.50?');
  const rows = await service.json<Row[]>(`${line} --yes --max-total 2817.50`);
  expect(rows.map((it) => [it.status, it.declineReason])).toEqual([
    ['DECLINED', 'Duplicate'],
    ['DECLINED', 'Duplicate'],
  ]);
});

describe('a service that answers otherwise than the sandbox', () => {
  const listed = {
    ...{ id: 'pay_1', status: 'SUBMITTED', amount: 700, payeeName: 'Coastal' },
    ...{ direction: 'received', invoiceNumber: 'CL-1', createdAt: '2026-03-01T15:00:00Z' },
  };

  /** Runs `payable approve --where` against a service with one payable, read as `now` later. */
  async function approveAt(now: object, first: object = listed, words = '--payee coastal') {
    const stub = await answering((request, response) => {
      if (request.method === 'POST') return reply(response, 200, { ...now, status: 'APPROVED' });
      const isList = request.url?.includes('/payables?');
      reply(response, 200, isList ? { data: [first], total: 1 } : now);
    });
    const env = {
      REMIT_BASE_URL: stub.baseUrl,
      REMIT_TOKEN: 'x'.repeat(20),
      REMIT_HOME: service.home,
    };
    const line = `payable approve -b biz_1 --where ${words} --yes --max-total 9999 --json`;
    const run = await remit(line, { env, cwd: service.cwd });
    await stub.close();
    return { ...run, sent: stub.seen.filter((it) => it.startsWith('POST')) };
  }

  test('what is unchanged is approved', async () => {
    const { code, sent } = await approveAt(listed);
    expect([code, sent]).toEqual([0, ['POST /api/businesses/biz_1/payables/pay_1/approve']]);
  });

  test('another fact than in the preview is refused', async () => {
    for (const [, change, message] of [
      ['amount', { amount: 701 }, '$700.00 is $701.00 now'],
      ['payee', { payeeName: 'Other' }, 'payee Coastal is Other now'],
      ['status', { status: 'CANCELLED' }, 'status SUBMITTED is CANCELLED now'],
      ['absent amount', { amount: undefined }, '$700.00 is unknown now'],
    ] as const) {
      const { code, out, sent } = await approveAt({ ...listed, ...change });
      expect([code, sent]).toEqual([14, []]);
      expect(JSON.parse(out)[0].error).toContain(message);
    }
  });

  test('a payable without a fact is neither skipped nor approved', async () => {
    for (const [field, change] of [
      ['payeeName', { payeeName: undefined }],
      ['direction', { direction: undefined }],
      ['amount', { amount: undefined }],
      ['status', { status: undefined }],
    ] as const) {
      const { code, err, sent } = await approveAt(listed, { ...listed, ...change });
      expect([field, code, sent]).toEqual([field, 12, []]);
      expect(JSON.parse(err).error.message).toContain(field);
    }
  });
});
