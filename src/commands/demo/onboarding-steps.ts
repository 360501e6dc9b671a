/** The first steps of the demo: businesses, bank accounts and a connection. */

import { type DemoRunner, PASSWORD } from './isolated-runner.ts';
import type { DemoIds } from './steps.ts';

const ACME = '--street "1 Main St" --city Austin --state TX --zip 78701 --ein 12-3456789';
const COASTAL = '--street "5 Bay Rd" --city Savannah --state GA --zip 31401 --ein 98-7654321';
const ANN = '--controller-first-name Ann --controller-last-name Lee --controller-dob 1980-02-29';
const BEN = '--controller-first-name Ben --controller-last-name Ito --controller-dob 1975-07-04';

/** Registers two businesses. Each has its own account at the service, and so its own profile here. */
export async function* registerBusinesses(runner: DemoRunner): AsyncIterable<string> {
  await runner.file('ssn.txt', '123-45-6789\n');
  yield await signUp(runner, 'acme', 'owner@acme.test');
  yield await signUp(runner, 'coastal', 'owner@coastal.test');

  for (const [profile, line] of [
    ['acme', `--name "Acme Hotels LLC" --type llc ${ACME} ${ANN}`],
    ['coastal', `--name "Coastal Linen Inc" --type corporation ${COASTAL} ${BEN}`],
  ]) {
    const registered = await runner.run(
      `-P ${profile} business create ${line} --controller-ssn-file ssn.txt`,
    );
    yield registered.text;
    yield (await runner.run(`-P ${profile} profile set business ${registered.id}`)).text;
    yield (await runner.run(`-P ${profile} business get`)).text;
  }
}

/** Links a bank account for each business. */
export async function* linkBankAccounts(runner: DemoRunner, ids: DemoIds): AsyncIterable<string> {
  await runner.file('public-token.txt', 'public-sandbox-demo\n');
  await runner.file('account-number.txt', '000123456789\n');
  yield (await runner.run('-P acme bank link-token')).text;
  const linked = await runner.run(
    '-P acme bank connect --public-token-file public-token.txt --account acct_checking_0000',
  );
  yield linked.text;
  ids.acmeBank = linked.id;
  yield (await runner.run(`-P acme bank set-default ${ids.acmeBank}`)).text;

  const manual = await runner.run(
    '-P coastal bank connect-manual --routing 110000000 --account-number-file account-number.txt --type checking --name Operating',
  );
  yield manual.text;
  ids.coastalBank = manual.id;
  yield 'Two micro-deposits are in transit. Until they are posted, the account cannot be verified:\n\n';
  yield (await runner.run(`-P coastal bank verify ${ids.coastalBank} 0.01 0.02`, 7)).text;
}

/** Connects the two businesses by an invitation. */
export async function* connectBusinesses(runner: DemoRunner, ids: DemoIds): AsyncIterable<string> {
  yield (await runner.run('-P acme invite send owner@coastal.test --display-name Linen')).text;
  const { token } = await runner.lastMail('invitation');
  await runner.file('invitation.txt', `${token}\n`);
  yield 'The email with the token is in the sandbox outbox. Coastal Linen accepts:\n\n';
  yield (await runner.run('-P coastal invite accept --invitation-token-file invitation.txt')).text;
  const list = await runner.run('-P acme connection list');
  yield list.text;
  ids.connection = list.id;
}

async function signUp(runner: DemoRunner, profile: string, email: string): Promise<string> {
  await runner.signUp(profile, email);
  await runner.file('password.txt', `${PASSWORD}\n`);
  const { text } = await runner.run(
    `-P ${profile} auth login --base-url ${runner.baseUrl} --email ${email} --password-file password.txt`,
  );
  await runner.run(`-P ${profile} profile set environment test`);
  return text;
}
