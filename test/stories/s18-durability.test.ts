import { expect } from 'vitest';
import { type ServingProcess, serveInProcess } from '../sandbox/durability/sandbox-process.ts';
import type { SandboxWishes } from '../sandbox/open-sandbox.ts';
import { openCompanies } from '../sandbox/trading-partners.ts';
import { balanceOf, invoiceIsPaid, invoiceIsSent, type Told } from './full-invoice.ts';
import { story } from './play-story.ts';

/** Companies on a sandbox that can be killed. */
async function openKillable(wishes: SandboxWishes) {
  const serving: ServingProcess[] = [];
  const companies = await openCompanies({
    ...wishes,
    // The built program creates what it serves.
    isFresh: true,
    serves: async (config) => {
      const started = await serveInProcess(config);
      serving.push(started);
      return started;
    },
  });
  return {
    ...companies,
    async killAndStartAgain() {
      for (const { kill, startAgain } of serving) {
        await kill();
        await startAgain();
      }
    },
  };
}

type Stage = Awaited<ReturnType<typeof openKillable>>;

/** Everything that either side can see, and the books below it. */
const everything = async (stage: Stage, { a, b, payableId }: Told) => ({
  payables: await stage.done(b, 'GET', `/api/businesses/${b.businessId}/payables`),
  log: await stage.done(b, 'GET', `${stage.payablePath(b, payableId)}/activity-log`),
  banks: [
    await stage.done(a, 'GET', '/api/bank-accounts'),
    await stage.done(b, 'GET', '/api/bank-accounts'),
  ],
  connections: await stage.done(a, 'GET', '/api/connections'),
  balance: await balanceOf(stage, b),
  books: await stage.control('GET', '/sandbox/ledger'),
  events: await stage.control('GET', '/sandbox/events'),
  clock: await stage.clock(),
});

story(
  'S18 Killed in the middle of the story, the sandbox tells it to the end',
  { covers: { business: ['withdraw'], bank: ['verifyMicroDeposits'] }, opens: openKillable },
  async (stage, mode) => {
    const told = await invoiceIsSent(stage, mode);
    const before = await everything(stage, told);
    await stage.killAndStartAgain();
    expect(await everything(stage, told)).toEqual(before);

    if (mode.idempotency === 'on') {
      const { a, payableId, paymentId } = told;
      const body = { payableId, fundingSourceId: a.bankId, clearingSpeed: 'standard' };
      const headers = { 'Idempotency-Key': 'the-same' };
      const again = await stage.send('POST', '/api/payments/initiate', {
        ...{ token: a.token, body, headers },
      });
      expect(again).toMatchObject({ status: 201, body: { paymentId } });
    }
    await invoiceIsPaid(stage, mode, told);
  },
);
