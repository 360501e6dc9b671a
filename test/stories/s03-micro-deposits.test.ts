import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { refusalOf, story } from './play-story.ts';

story(
  'S3 Micro-deposits prove a bank account, or lose it',
  {
    covers: { bank: ['connectManually', 'verifyMicroDeposits', 'remove', 'list'] },
    opens: openTrade,
  },
  async (trade) => {
    const { payer, ask, done, refused, control, advance } = trade;
    const byHand = '/api/bank-accounts/connect-manually';
    const numbers = {
      ...{ businessId: payer.businessId, name: 'Second', accountType: 'checking' },
      ...{ routingNumber: '110000000', accountNumber: '000111222333' },
    };
    for (const routingNumber of ['123456789', '12345678']) {
      expect(await refused(payer, 'POST', byHand, { ...numbers, routingNumber })).toBe(
        '422 invalid_routing_number',
      );
    }
    const verify = (id: string, [amount1, amount2]: readonly number[]) =>
      ask(payer, 'POST', `/api/bank-accounts/${id}/verify-micro-deposits`, { amount1, amount2 });
    const amountsOf = async (id: string): Promise<readonly [number, number]> =>
      (await control('GET', `/sandbox/bank-accounts/${id}/micro-deposits`)).amounts;

    const { id, ...made } = await done(payer, 'POST', byHand, numbers);
    expect(made).toMatchObject({
      ...{ status: 'unverified', last4: '2333' },
      microDeposits: { status: 'pending', attemptsRemaining: 3, expectedPostDate: '2026-03-03' },
    });
    const right = await amountsOf(id);
    expect(refusalOf(await verify(id, right))).toBe('409 micro_deposits_not_posted');

    await advance({ to: '2026-03-03T14:00:00Z' });
    const wrong = [0.01, 0.01]; // the two amounts are never the same
    for (const attemptsRemaining of [2, 1, 0]) {
      expect(await verify(id, wrong)).toMatchObject({
        ...{ status: 422, body: { code: 'micro_deposits_mismatch', attemptsRemaining } },
      });
    }
    const accounts: { id: string }[] = await done(payer, 'GET', '/api/bank-accounts');
    expect(accounts.find((it) => it.id === id)).toMatchObject({ status: 'verification_failed' });
    expect(refusalOf(await verify(id, right))).toBe('409 too_many_attempts');
    const order = { payableId: await trade.approved(10), fundingSourceId: id };
    expect(await refused(payer, 'POST', '/api/payments/initiate', order)).toBe(
      '409 funding_source_not_verified',
    );

    const removed = await done(payer, 'DELETE', `/api/bank-accounts/${id}`);
    expect(removed).toMatchObject({ id, status: 'removed' });
    // Attempts are counted by account, so that linking it again gives no others.
    expect(await refused(payer, 'POST', byHand, numbers)).toBe('409 too_many_attempts');
    const others = { ...numbers, accountNumber: '000444555666' };
    const anew = (await done(payer, 'POST', byHand, others)).id;
    await advance({ to: '2026-03-04T14:00:00Z' });
    const pair = await amountsOf(anew);
    expect(pair[0]).not.toBe(pair[1]);
    expect(await verify(anew, pair.toReversed())).toMatchObject({
      ...{ status: 200, body: { status: 'verified', verifiedAt: '2026-03-04T14:00:00.000Z' } },
    });
    expect(refusalOf(await verify(anew, pair))).toBe('409 already_verified');
  },
);
