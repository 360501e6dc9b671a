import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../src/cli/context.ts';
import { useOf } from '../../src/cli/payable/uses-by-command.ts';
import { choicesOf } from '../../src/cli/prompts/resource-choices.ts';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { ENTER, keys, seen } from './keys.ts';

/** Returns a context whose lists are `rows`, page by page of 100; `wait` is awaited before each page after the third. */
function contextOf(rows: readonly object[], wait: () => Promise<void> = async () => {}) {
  let read = 0;
  async function* records() {
    for (const [at, row] of rows.entries()) {
      if (at >= 300 && at % 100 === 0) await wait();
      read += 1;
      yield row;
    }
  }
  const context = { records, business: () => 'biz_1', globalFlags: {} } as unknown as Context;
  return { context, read: () => read };
}

const invoice = (at: number, more: object = {}) => ({
  ...{ id: `pay_${at}`, status: 'SUBMITTED', direction: 'received', amount: 10 },
  ...{ invoiceNumber: `A-${at}`, payeeName: 'Coastal' },
  ...more,
});

describe('the choices', () => {
  const idsFor = async (command: string, rows: readonly object[]) => {
    const kind = command === 'pay cancel' ? 'payment' : 'payable';
    const { choices } = await choicesOf(kind, command, contextOf(rows).context);
    return choices.map(({ value }) => value);
  };
  const rows = [
    invoice(1),
    invoice(2, { direction: 'sent' }),
    invoice(3, { status: 'APPROVED' }),
    invoice(4, { status: 'APPROVED', activePaymentId: 'pmt_4', paymentStatus: 'PENDING' }),
    invoice(5, { status: 'APPROVED', activePaymentId: 'pmt_5', paymentStatus: 'HELD' }),
    invoice(6, { status: 'PAID' }),
    invoice(7, { status: 'DRAFT', direction: 'sent' }),
    invoice(8, {
      ...{ status: 'SCHEDULED', direction: 'sent' },
      ...{ activePaymentId: 'pmt_8', paymentStatus: 'SCHEDULED' },
    }),
    invoice(9, {
      status: 'APPROVED',
      direction: 'sent',
      activePaymentId: 'pmt_9',
      paymentStatus: 'PROCESSING',
    }),
  ];

  test.for<readonly [string, readonly string[]]>([
    ['payable approve', ['pay_1']],
    ['payable decline', ['pay_1', 'pay_3']],
    ['pay initiate', ['pay_3']],
    ['policy check', ['pay_3']],
    ['pay cancel', ['pmt_5']],
    ['payable cancel', ['pay_2', 'pay_7', 'pay_8']],
    ['payable submit', ['pay_7']],
    ['payable get', rows.map(({ id }) => id)],
  ])('of remit %s are what it can act on', async ([command, ids]) => {
    expect(await idsFor(command, rows)).toEqual(ids);
  });

  test('that are none are told', async () => {
    await expect(idsFor('payable approve', rows.slice(1, 3))).rejects.toThrow(
      'There is no payable that remit payable approve can act on.',
    );
  });

  test('appear after the first ones; the rest is read meanwhile, and no more after the answer', async () => {
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const many = Array.from({ length: 1_000 }, (_, at) => invoice(at));
    const { context } = contextOf(many, () => gate);
    const source = await choicesOf('payable', 'payable approve', context);
    expect(source.choices.length).toBeGreaterThanOrEqual(200);
    expect(source.choices.length).toBeLessThanOrEqual(300);
    expect(source.rest()).toContain('reading more');
    go();
    await expect.poll(() => source.choices.length).toBe(1_000);
    expect(source.rest()).toBeUndefined();
    await source.stop();

    const stopped = contextOf(many, () => new Promise((resolve) => setTimeout(resolve, 1)));
    await (await choicesOf('payable', 'payable approve', stopped.context)).stop();
    expect(stopped.read()).toBeLessThan(500);
  });

  test('that cannot all be read say so', async () => {
    const many = Array.from({ length: 400 }, (_, at) => invoice(at));
    const { context } = contextOf(many, async () => {
      throw new Error('gone');
    });
    const source = await choicesOf('payable', 'payable approve', context);
    await expect.poll(() => source.rest()).toContain('could not be read');
  });
});

describe('a menu', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  test('takes several where the command does', async () => {
    const tty = { stdin: true, stdout: true, stderr: true };
    const TAB = '\t';
    const { code, out, err } = await service.remit('payable approve', {
      tty,
      stdin: keys('cl-100', TAB, '\u001b[B', TAB, ENTER, 'y\n'),
    });
    expect([code, seen(err)]).toEqual([0, expect.stringContaining('2 items selected')]);
    expect(out.match(/APPROVED/g)).toHaveLength(2);
  });
});

test('every command that writes to a payable says which payables its menu offers', async () => {
  const commands: { command: string; usage: string; writes: boolean }[] = JSON.parse(
    (await remit('commands --json')).out,
  );
  const writing = commands
    .filter(({ usage, writes }) => writes && /[<[]payable(\.\.\.)?[>\]]/.test(usage))
    .map(({ command }) => command);
  expect(writing.length).toBeGreaterThan(8);
  expect(writing.filter((command) => !useOf('payable', command))).toEqual([]);
});
