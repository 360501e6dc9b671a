import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openJournal } from '../../src/money/journal/journal.ts';
import { remit } from '../helpers/run-command.ts';
import { openAsked, PAY, taken } from '../safety/stub-payment-service.ts';

/** A payment that is judged as not made by another process while the service is about to answer. */
async function givenJudgedWhileSent() {
  const asked = await openAsked();
  onTestFinished(asked.close);
  const { env } = asked;
  asked.answers(async (response, body) => {
    const judge = { pid: process.pid + 1, isAlive: () => false };
    const journal = await openJournal(join(asked.folder, 'home', 'state'), judge);
    const [intent] = await journal.list();
    await journal.resolve(intent?.id ?? '', 'not-applied', 'nothing in the log');
    await journal.close();
    taken(response, body);
  });
  const paid = await remit(PAY, { env });
  asked.answers(taken);
  const error = JSON.parse(paid.err.trim().split('\n').at(-1) ?? '').error;
  return { asked, paid, error, run: (line: string) => remit(line, { env }) };
}

test('a payment that was judged as not made while it was sent says so, and is not made again', async () => {
  const { asked, paid, error, run } = await givenJudgedWhileSent();
  expect([paid.code, error.code, error.outcome]).toEqual([13, 'verdict_contradicted', 'applied']);
  expect(JSON.parse(paid.out)).toMatchObject({ paymentId: 'pmt_pay_1' });
  const again = await run(PAY);
  expect([again.code, asked.writes.length]).toEqual([14, 1]);
});

test('what contradicts a verdict stays listed until a person resolves it as it is known to be', async () => {
  const { error, run } = await givenJudgedWhileSent();
  const id = error.intentId;
  const { code, out, err } = await run('journal reconcile --quiet-period 0 --json');
  expect(code).toBe(10);
  expect(JSON.parse(out)).toMatchObject([
    { id, outcome: 'applied', verdict: 'not-applied', contradicted: true },
  ]);
  expect(JSON.parse(err).error.next).toEqual([`remit journal resolve ${id} --applied`]);
  const listed = await run('journal list --unresolved --json');
  expect(JSON.parse(listed.out)).toMatchObject([{ id, contradicted: true }]);

  expect((await run(`journal resolve ${id} --not-applied`)).code).toBe(2);
  expect((await run(`journal resolve ${id} --applied`)).code).toBe(0);
  expect((await run('journal list --unresolved --json')).out).toBe('[]\n');
  expect((await run('journal reconcile --quiet-period 0')).code).toBe(0);
});
