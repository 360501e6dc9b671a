import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { built, type Place } from '../safety/run-programs.ts';
import { type Asked, openAsked, PAY, taken } from '../safety/stub-payment-service.ts';
import { named, type Server, serverPrograms, startServer } from './server.ts';

describe.skipIf(serverPrograms() === undefined)(named('a journal that is lost'), () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  async function given(schema: string): Promise<{ asked: Asked; place: Place }> {
    const asked = await openAsked();
    onTestFinished(asked.close);
    const env = { ...asked.env, REMIT_JOURNAL_DATABASE: server.schema(schema) };
    return { asked, place: { env } };
  }

  test('before anything is sent stops the payment with exit 3', async () => {
    const { asked, place } = await given('before');
    await server.stop();
    const { code, err } = await built(place, PAY);
    await server.start();
    expect([code, asked.writes]).toEqual([3, []]);
    expect(err).toContain('The journal postgres://remit@localhost/postgres');
  });

  test('while the request is in flight keeps the result, exit 13 and an unknown outcome', async () => {
    const { asked, place } = await given('while');
    asked.answers(async (response, body) => {
      await server.stop();
      taken(response, body);
    });
    const { code, out, err } = await built(place, PAY);
    await server.start();
    expect([code, asked.writes]).toEqual([13, ['POST /api/payments/initiate']]);
    expect(JSON.parse(out)).toMatchObject({ paymentId: 'pmt_pay_1' });
    expect(err).toMatch(/int_\w+ \(applied\) could not be written/);

    const again = await built(place, PAY);
    expect([again.code, asked.writes.length]).toEqual([14, 1]);
  });

  test('and restored before the response arrives is written to', async () => {
    const { asked, place } = await given('again');
    asked.answers(async (response, body) => {
      await server.stop();
      await server.start();
      taken(response, body);
    });
    expect((await built(place, PAY)).code).toBe(0);
    const { out } = await built(place, 'journal list --json');
    expect(JSON.parse(out)).toMatchObject([{ outcome: 'applied', paymentId: 'pmt_pay_1' }]);
  });

  test('a password in the connection string is refused and not repeated', async () => {
    const { asked, place } = await given('secret');
    const address = 'postgres://pay:hunter2@db.example/ops';
    const env = { ...place.env, REMIT_JOURNAL_DATABASE: address };
    const { code, out, err } = await built({ env }, PAY);
    expect([code, asked.writes]).toEqual([3, []]);
    expect(err).toContain('PGPASSWORD');
    const set = await built(place, `profile set journal.database ${address} -P ops`);
    expect(set.code).toBe(2);
    expect(out + err + set.out + set.err).not.toContain('hunter2');
  });
});
