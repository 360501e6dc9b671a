/** The setup of the trade against the third-party service. */

import { expect } from 'vitest';
import { people, type Stage, type Who } from './fixture.ts';

/** The ids of the trade. */
export interface Trade {
  readonly acmeBank: string;
  readonly coastalBank: string;
  readonly connection: string;
}

/** Registers and connects two businesses with a bank account each, checking this service's names. */
export async function openTrade(stage: Stage): Promise<Trade> {
  await stage.file('ssn.txt', '123-45-6789\n');
  await stage.file('number.txt', '000123456789\n');
  for (const who of ['acme', 'coastal'] as const) await register(stage, who);

  const { acmeBank, coastalBank } = await linkBanks(stage);
  await stage.done('acme', 'invite send owner@coastal.test --alias Linen');
  const [invitation] = await stage.done('acme', 'invite list');
  expect(invitation).toMatchObject({ to_email: 'owner@coastal.test', state: 'open' });
  expect(await stage.rows('acme', 'invite list')).toMatchObject([{ status: 'pending' }]);
  expect(await stage.done('acme', 'connection list')).toEqual([]);

  const [mail] = await stage.control('GET', '/outbox?kind=invitation');
  await stage.file('invitation.txt', `${mail.token}\n`);
  await stage.done('coastal', 'invite accept --invitation-token-file invitation.txt');
  const [connection] = await stage.done('acme', 'connection list');
  expect(connection).toMatchObject({ status: 'active', alias: 'Linen' });
  expect((await stage.done('coastal', 'connection list'))[0].alias).toBe(null);
  return { acmeBank, coastalBank, connection: connection.id };
}

async function register({ done }: Stage, who: Who): Promise<void> {
  const address = '--street "1 Main St" --city Albany --state NY --zip 12207';
  const person =
    '--controller-first-name Ada --controller-last-name Ames --controller-dob 1980-05-17';
  const { name, ein } = people[who];
  const line = `business create --name "${name}" --type llc ${address} --ein ${ein} ${person} --controller-ssn-file ssn.txt`;
  const { id } = await done(who, line);
  await done(who, `business get ${id}`);
  const [business] = await done(who, 'business list');
  expect(business).toMatchObject({ id, status: 'verified', full_or_basic: 'full' });
}

async function linkBanks({ done, refused, rows, control, file, run }: Stage) {
  for (const who of ['acme', 'coastal'] as const) {
    const [{ id }] = await done(who, 'business list');
    await run(`-P ${who} profile set business ${id}`);
  }
  const { link_token } = await done('acme', 'bank link-token');
  const chosen = await control('POST', '/linkprovider/public-tokens', { linkToken: link_token });
  await file('public.txt', `${chosen.publicToken}\n`);
  const account = chosen.accounts[0].accountId;
  await done('acme', `bank connect --public-token-file public.txt --provider-account ${account}`);
  const [linked] = await done('acme', 'bank list');
  expect(linked).toMatchObject({ state: 'good', preferred: false });
  expect(await rows('acme', 'bank list')).toMatchObject([
    { status: 'verified', isDefault: 'false', last4: linked.final_digits },
  ]);
  await done('acme', `bank set-default ${linked.id}`);
  expect((await done('acme', 'bank list'))[0].preferred).toBe(true);

  await done(
    'coastal',
    'bank connect-manual --routing 110000000 --account-number-file number.txt --type checking --name Main',
  );
  const [manual] = await done('coastal', 'bank list');
  expect(manual).toMatchObject({ state: 'new', account_type: 'checking' });
  expect(await refused('coastal', `bank verify ${manual.id} 0.01 0.02`)).toBe(
    '7 micro_deposits_not_posted',
  );
  return { acmeBank: String(linked.id), coastalBank: String(manual.id) };
}
