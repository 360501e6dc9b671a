import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usd } from '../../src/render/money.ts';
import { openVisitor, visibleTextOf } from '../helpers/scriptless-browser.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService(undefined, {}, 'demo');
});
afterEach(() => service.close());

/** An authorization as the database of the sandbox has it. */
interface StoredAuthorization {
  readonly payment_id: string;
  readonly wording: string;
  readonly payer_name: string;
  readonly payer_email: string;
  readonly account: string;
  readonly cents: number;
  readonly authorized_at: string;
  readonly address: string | null;
}

interface Export {
  readonly tables: {
    readonly debit_authorizations: readonly StoredAuthorization[];
    readonly payments: readonly { readonly id: string; readonly payable_id: string | null }[];
  };
}

test('evidence and inspector show each authorization of a payer exactly as it was stored', async () => {
  const { tables } = (await service.control('GET', '/sandbox/export')) as Export;
  const payables = new Map(tables.payments.map(({ id, payable_id }) => [id, payable_id]));
  expect(tables.debit_authorizations.length).toBeGreaterThan(5);
  const visitor = openVisitor();
  const { url } = (await service.control('POST', '/sandbox/open')) as { url: string };
  await visitor.open(url);

  const ofPayables = tables.debit_authorizations.filter(({ payment_id }) =>
    payables.get(payment_id),
  );
  for (const stored of ofPayables) {
    const { payment_id: paymentId, wording, account, cents } = stored;
    const payable = payables.get(paymentId) ?? '';
    const folder = `proof-${paymentId}`;
    const line = `payable evidence ${payable} -b ${service.payee} --dir ${folder}`;
    expect((await service.remit(line)).code).toBe(0);
    const file = (name: string) => readFileSync(join(service.cwd, folder, name), 'utf8');
    const log: { metadata?: { paymentId?: string; authorization?: object } }[] = JSON.parse(
      file('activity-log.json'),
    );
    const entry = log.find(
      ({ metadata }) => metadata?.authorization && metadata.paymentId === paymentId,
    );
    expect(entry?.metadata?.authorization).toEqual({
      ...{ text: wording, account, amount: cents / 100, authorizedAt: stored.authorized_at },
      ...{ payerName: stored.payer_name, payerEmail: stored.payer_email },
      address: stored.address,
    });
    const { authorized_at: at, payer_name: name, payer_email: email } = stored;
    const section = [
      `Authorization of the debit: ${at}  ${name}  ${email}`,
      `  ${usd(cents)} from ${account}`,
      ...wording.split('\n').map((it) => `  ${it}`),
    ];
    expect(file('README.txt')).toContain(`\n${section.join('\n')}\n`);

    expect(file('README.txt')).toMatch(
      new RegExp(`payment_\\w+ .* ${paymentId} .* CCD PAYMENT$`, 'm'),
    );

    const path = `/sandbox/inspector/payments/${paymentId}`;
    const page = await visitor.open(`${service.baseUrl}${path}`);
    const [, part = ''] = page.text.split('<h2>Authorization</h2>');
    expect(part).toContain(at);
    const shown = visibleTextOf({ text: part.split('<h2>')[0] ?? '' });
    for (const text of [`${name} (${email})`, account, usd(cents), wording.replaceAll('\n', ' ')]) {
      expect(shown).toContain(text);
    }
  }
});
