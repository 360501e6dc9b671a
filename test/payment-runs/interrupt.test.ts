import { setTimeout as pause } from 'node:timers/promises';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { interruptTimeout } from '../../src/runtime/interrupt.ts';
import { node, program } from '../helpers/built-program.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';
import { type Between, type Fate, redirectProfile } from './fault-proxy.ts';

describe('waits for the response in flight', () => {
  const signals = () => ({ interrupted: new AbortController(), killed: new AbortController() });
  const patience = ({ interrupted, killed }: ReturnType<typeof signals>, ms: number) =>
    interruptTimeout({ interrupted: interrupted.signal, killed: killed.signal }, ms);

  test('after an interrupt, but not forever', async () => {
    const both = signals();
    const signal = patience(both, 50);
    both.interrupted.abort('SIGINT');
    expect(signal.aborted).toBe(false);
    await pause(150);
    expect(signal.aborted).toBe(true);
  });

  test('until the second interrupt', () => {
    const both = signals();
    const signal = patience(both, 60_000);
    both.interrupted.abort('SIGINT');
    both.killed.abort('SIGINT');
    expect(signal.aborted).toBe(true);
  });
});

describe('with a batch in flight', () => {
  let service: Service;
  let between: Between;
  beforeEach(async () => {
    service = await startService();
    between = await redirectProfile(service);
    const ids = await approvedPayables(service, [10, 20, 30, 40]);
    await service.file('payments.csv', `payableId\n${ids.join('\n')}\n`);
    await service.remit('run plan --file payments.csv --out run.json');
  });
  afterEach(async () => {
    await between.close();
    await service.close();
  });

  const apply = (batch = 2) =>
    execa(node, [program, 'run', 'apply', 'run.json', '--yes', '--batch', String(batch)], {
      env: { PATH: process.env['PATH'] ?? '', ...service.env },
      extendEnv: false,
      reject: false,
      cwd: service.cwd,
    });

  test('exits with 130 after Ctrl-C, once the response arrived, and prints what was paid', async () => {
    const child = apply();
    between.onPaying = async () => {
      child.kill('SIGINT');
      await pause(300);
    };
    const { exitCode, stdout } = await child;
    expect(exitCode).toBe(130);
    expect(stdout.match(/\tapplied\t/g)).toHaveLength(2);
    expect((await paymentsOf(service)).size).toBe(2);
    between.onPaying = () => {};
    expect((await apply()).exitCode).toBe(0);
    expect((await paymentsOf(service)).size).toBe(4);
  }, 60_000);

  test('stops at once at the second Ctrl-C, and reports the unknown outcome', async () => {
    const child = apply();
    between.onPaying = async () => {
      child.kill('SIGINT');
      await pause(200);
      child.kill('SIGINT');
      await pause(2000);
    };
    const { exitCode, stderr } = await child;
    expect(exitCode).toBe(10);
    const [doubt] = await service.json<{ id: string }[]>('journal list --unresolved');
    expect(stderr).toContain(doubt?.id);
    expect((await apply()).exitCode).toBe(10);
  }, 60_000);

  test('lost anywhere, a plan that is applied again and again is paid, and nothing twice', async () => {
    const amounts = Array.from({ length: 12 }, (_, at) => (2000 + at) / 100);
    const ids = await approvedPayables(service, amounts, 'LOST');
    await service.file('lost.csv', `payableId\n${ids.join('\n')}\n`);
    expect((await service.remit('run plan --file lost.csv --out lost.json')).code).toBe(0);
    const fates: Fate[] = ['lose-request', 'lose-answer', { status: 500 }, { status: 409 }, 'pass'];
    let random = 42;
    const next = () => {
      random = (random * 1103515245 + 12345) % 2 ** 31;
      return fates[random % fates.length] ?? 'pass';
    };
    for (let tries = 0; tries < 60; tries++) {
      between.next = [next(), next()];
      const { code } = await service.remit('run apply lost.json --yes --batch 2');
      if (code === 0) break;
      for (const { id } of await service.json<{ id: string }[]>('journal list --unresolved')) {
        const paid = await paymentsOf(service);
        const verdict = paid.has(await firstPayable(id)) ? '--applied' : '--not-applied';
        await service.remit(`journal resolve ${id} ${verdict}`);
      }
    }
    expect(await service.json('run status lost.json')).toMatchObject({
      ...{ state: 'applied', applied: 12 },
    });
    const paid = await paymentsOf(service);
    expect(ids.map((id) => paid.get(id))).toEqual(
      amounts.map((amount) => ({ times: 1, cents: Math.round(amount * 100) })),
    );
    expect(paid.size).toBe(12);
  }, 60_000);

  /** The first payable that a payment was to pay. */
  async function firstPayable(intent: string): Promise<string> {
    const { history } = await service.json<{ history: { before: { payableIds: string[] } }[] }>(
      `journal show ${intent}`,
    );
    return history[0]?.before.payableIds[0] ?? '';
  }
});
