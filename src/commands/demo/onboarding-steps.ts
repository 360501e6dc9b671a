/** The first steps of the demo: businesses, bank accounts and a connection. */

import { type DemoRunner, PASSWORD } from './isolated-runner.ts';
import type { DemoIds } from './steps.ts';

const ACME = '--street "1 Main St" --city Austin --state TX --zip 78701 --ein 12-3456789';
const COASTAL = '--street "5 Bay Rd" --city Savannah --state GA --zip 31401 --ein 98-7654321';
const ANN = '--controller-first-name Ann --controller-last-name Lee --controller-dob 1980-02-29';
const BEN = '--controller-first-name Ben --controller-last-name Ito --controller-dob 1975-07-04';

/** Registers two businesses. Each has its own account at the service, and so its own profile here. */
export async function* registerBusinesses(stage: DemoRunner): AsyncIterable<string> {
  await stage.file('ssn.txt', '123-45-6789\n');
  yield await signedUp(stage, 'acme', 'owner@acme.test');
  yield await signedUp(stage, 'coastal', 'owner@coastal.test');

  for (const [profile, line] of [
    ['acme', `--name "Acme Hotels LLC" --type llc ${ACME} ${ANN}`],
    ['coastal', `--name "Coastal Linen Inc" --type corporation ${COASTAL} ${BEN}`],
  ]) {
    const made = await stage.run(
      `-P ${profile} business create ${line} --controller-ssn-file ssn.txt`,
    );
    yield made.text;
    yield (await stage.run(`-P ${profile} profile set business ${made.id}`)).text;
    yield (await stage.run(`-P ${profile} business get`)).text;
  }
}

/** Links a bank account for each business. */
export async function* linkBankAccounts(stage: DemoRunner, cast: DemoIds): AsyncIterable<string> {
  await stage.file('public-token.txt', 'public-sandbox-demo\n');
  await stage.file('account-number.txt', '000123456789\n');
  yield (await stage.run('-P acme bank link-token')).text;
  const linked = await stage.run(
    '-P acme bank connect --public-token-file public-token.txt --account acct_checking_0000',
  );
  yield linked.text;
  cast.acmeBank = linked.id;
  yield (await stage.run(`-P acme bank set-default ${cast.acmeBank}`)).text;

  const manual = await stage.run(
    '-P coastal bank connect-manual --routing 110000000 --account-number-file account-number.txt --type checking --name Operating',
  );
  yield manual.text;
  cast.coastalBank = manual.id;
  yield 'Two micro-deposits are in transit. Until they are posted, the account cannot be verified:\n\n';
  yield (await stage.run(`-P coastal bank verify ${cast.coastalBank} 0.01 0.02`, 7)).text;
}

/** Connects the two businesses by an invitation. */
export async function* connectBusinesses(stage: DemoRunner, cast: DemoIds): AsyncIterable<string> {
  yield (await stage.run('-P acme invite send owner@coastal.test --display-name Linen')).text;
  const { token } = await stage.lastMail('invitation');
  await stage.file('invitation.txt', `${token}\n`);
  yield 'The email with the token is in the sandbox outbox. Coastal Linen accepts:\n\n';
  yield (await stage.run('-P coastal invite accept --invitation-token-file invitation.txt')).text;
  const list = await stage.run('-P acme connection list');
  yield list.text;
  cast.connection = list.id;
}

async function signedUp(stage: DemoRunner, profile: string, email: string): Promise<string> {
  await stage.signUp(profile, email);
  await stage.file('password.txt', `${PASSWORD}\n`);
  const { text } = await stage.run(
    `-P ${profile} auth login --base-url ${stage.baseUrl} --email ${email} --password-file password.txt`,
  );
  await stage.run(`-P ${profile} profile set environment test`);
  return text;
}
