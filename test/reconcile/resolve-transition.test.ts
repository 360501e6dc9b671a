import { afterEach, expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

let service: Answering;
afterEach(() => service.close());

/** Loses the response to the first write and refuses the second, as if the first, or another client, had made the transition. */
async function losing(status: string, refusal: number): Promise<void> {
  service = await answering((request, response) => {
    const writes = service.seen.filter((it) => it.startsWith('POST')).length;
    if (request.method === 'GET')
      reply(response, 200, { id: 'pay_1', amount: 5, ...(writes > 0 && { status }) });
    else if (writes === 1) request.socket.destroy();
    else reply(response, refusal, { code: 'invalid_payable_state', message: 'Not now.' });
  });
}

const approve = () =>
  remit('payable approve pay_1 -b biz_1 --json --yes', {
    env: { REMIT_BASE_URL: service.baseUrl, REMIT_TOKEN: 'token-of-the-test' },
  });

test('an approval refused on its retry is resolved by the status of the payable', async () => {
  await losing('APPROVED', 409);
  const { code, out, err } = await approve();
  expect([code, err]).toEqual([0, '']);
  // This service lists no payables.
  const marks = [expect.objectContaining({ code: 'duplicates_unknown' })];
  expect(JSON.parse(out)).toEqual({ id: 'pay_1', amount: 5, status: 'APPROVED', marks });
});

test('and stays refused if the payable has another status', async () => {
  await losing('DECLINED', 409);
  expect((await approve()).code).toBe(7);
});

test('a refusal for another reason is not resolved', async () => {
  await losing('APPROVED', 403);
  expect((await approve()).code).toBe(5);
});
