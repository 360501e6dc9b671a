import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { TrustedFile } from '../../src/config/machine-policy.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { startProxy } from '../helpers/proxy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from '../payment-runs/approved-payables.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const state = () => join(service.home, 'state');

/** Runs a line on a machine with a policy; returns its exit code, with the code of its error. */
async function outcomeOf(line: string, machinePolicyFile: TrustedFile | undefined, env = {}) {
  const typed = { env, ...(machinePolicyFile && { machinePolicyFile }) };
  const { code, err } = await service.remit(`${line} --json`, typed);
  return code === 0 ? '0' : `${code} ${JSON.parse(err).error.code}`;
}

describe('a payment that the service makes late', () => {
  /** A service that loses the next payment, and makes it when it is told to. */
  async function slowService() {
    let held: (() => Promise<unknown>) | undefined;
    let isSlow = false;
    const { baseUrl, close } = await startProxy(
      service.baseUrl,
      ({ request, forward, passOn, cut }) => {
        if (!isSlow || request.method !== 'POST') return passOn();
        held = forward;
        return cut();
      },
    );
    onTestFinished(close);
    return {
      env: { REMIT_BASE_URL: baseUrl, REMIT_TOKEN: service.token },
      hold: () => {
        isSlow = true;
      },
      pass: () => {
        isSlow = false;
      },
      release: () => held?.(),
    };
  }

  const reconcile = 'journal reconcile --quiet-period 0';

  test.each([
    ['a machine policy', () => writeMachinePolicy({ maxPerDay: 250 }, state())],
    ['none, which leaves it to the user', () => undefined],
  ])('is not judged early and paid beside another one, under %s', async (_, policyOf) => {
    const machine = policyOf();
    const slow = await slowService();
    const [first, second, third] = await approvedPayables(service, [100, 100, 100]);
    const pay = (id = '') => outcomeOf(`pay initiate ${id} --yes`, machine, slow.env);
    expect(await pay(first)).toBe('0');
    slow.hold();
    expect(await pay(second)).toBe('10 outcome_unknown');
    slow.pass();
    await service.remit('profile set journal.quietSeconds 0');
    const judged = await outcomeOf(`${reconcile} --no-wait`, machine, slow.env);
    const next = await pay(third);
    await slow.release();
    const paid = [...(await paymentsOf(service)).values()].length;
    expect([judged, next, paid]).toEqual(
      machine ? ['10 in_doubt', '14 over_day_limit', 2] : ['0', '0', 3],
    );
  });

  test('is waited for, and who asked for less is told', async () => {
    const machinePolicyFile = writeMachinePolicy({}, state());
    const slow = await slowService();
    const [id] = await approvedPayables(service, [100]);
    slow.hold();
    await outcomeOf(`pay initiate ${id} --yes`, machinePolicyFile, slow.env);
    slow.pass();
    const interrupted = AbortSignal.timeout(1_500);
    const { code, err } = await service.remit(reconcile, {
      machinePolicyFile,
      interrupted,
      env: slow.env,
    });
    expect(code).not.toBe(0);
    expect(err).toContain(`The quiet period is 120 s: ${machinePolicyFile.file} allows none`);
    expect(err).toMatch(/Waiting 1[12]\d s/);
    expect(await service.json('journal list --unresolved')).toHaveLength(1);
  });
});
