import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isThere } from '../shells/fixture.ts';
import { type Way, ways } from './echo-server.ts';
import { type Operator, openStage, type Stage } from './fixture.ts';
import { foundBelow, foundIn, planted } from './planted-secrets.ts';
import { typedAt } from './type-at-prompt.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A command that takes a secret, and the request that carries it. */
interface Bearing {
  readonly line: string;
  readonly at: RegExp;
  readonly input?: string;
  /** The answer to its question, typed in a terminal. */
  readonly answer?: string;
}

const address = '--street "1 Main St" --city Albany --state NY --zip 12207';
const controller =
  '--controller-first-name Ada --controller-last-name Ames --controller-dob 1980-05-17';
const banks = '/api/bank-accounts/connect';

const bearing: Readonly<Record<string, Bearing>> = {
  whoami: { line: `whoami -H X-Api-Key:${planted.header}`, at: /profile/ },
  'pay quick': { line: 'pay quick CONNECTION --amount 12.34 --yes', at: /quick-pay/ },
  'auth login with a token': {
    line: 'auth login -P new --with-token --base-url BASE',
    at: /profile/,
    input: 'TOKEN',
  },
  'auth login with a password': {
    line: 'auth login -P new --email demo@remit.test --password-file KEYS/password --base-url BASE',
    at: /sign-in/,
  },
  'business create': {
    line: `business create --name Acme --type llc ${address} --ein ${planted.ein} ${controller} --controller-ssn-file KEYS/ssn`,
    at: /POST .*businesses/,
  },
  'business create, from JSON': {
    line: `business create --name Acme --type llc ${address} --data @KEYS/business.json`,
    at: /POST .*businesses/,
  },
  'business create-basic': {
    line: `business create-basic --name Ada --type soleProprietorship ${address} --ssn-file KEYS/ssn`,
    at: /POST .*businesses/,
  },
  'bank connect-manual': {
    line: `bank connect-manual --routing ${planted.routingNumber} --account-number-file KEYS/accountNumber --type checking --name Main`,
    at: /connect-manually/,
  },
  'bank connect': {
    line: 'bank connect --public-token-file KEYS/publicToken --provider-account acct_checking_0000',
    at: /connect-linkprovider/,
  },
  'invite accept': {
    line: 'invite accept --invitation-token-file KEYS/invitationToken',
    at: /invitations\/accept/,
  },
  'invite reject': {
    line: 'invite reject inv_1 --data @KEYS/reject.json --yes',
    at: /reject/,
  },
  'api, from a file': { line: `api POST ${banks}-manually --file KEYS/bank.json`, at: /connect/ },
  'api, from JSON': { line: `api POST ${banks}-manually --data @KEYS/bank.json`, at: /connect/ },
  'api on what nobody knows': {
    line: 'api POST /api/unknown --file KEYS/bank.json',
    at: /unknown/,
    answer: 'unknown',
  },
  'sandbox account create': {
    line: 'sandbox account create --name Bakery --email NEW@bakery.test --password-file KEYS/password --dir KEYS',
    at: /sandbox\/accounts/,
  },
  'sandbox user create': {
    line: 'sandbox user create --email NEW@remit.test --password-file KEYS/password --dir KEYS',
    at: /sandbox\/users/,
  },
  'sandbox business complete': {
    line: 'sandbox business BUSINESS complete --ssn-file KEYS/ssn --controller-file KEYS/controller.json --dir KEYS',
    at: /businesses\/[^/]+\/complete/,
  },
  'sandbox public-token': {
    line: 'sandbox public-token --link-token-file KEYS/linkToken --dir KEYS',
    at: /public-tokens/,
  },
  'sandbox token expire': {
    line: 'sandbox token expire KEYS/invitationToken --dir KEYS',
    at: /expire/,
  },
};

let number = 0;

/** The line with what is known only now. */
function typed(line: string): string {
  const { businesses } = stage.home.started;
  return line
    .replace('CONNECTION', connection)
    .replace('BUSINESS', businesses[0]?.id ?? '')
    .replace('BASE', stage.service.baseUrl)
    .replace('NEW', `new-${number++}`);
}

let connection = '';
beforeAll(async () => {
  [{ id: connection }] = await stage.home.json('connection list');
});

/** A refusal is one whatever its number: these are for what everyone sends. */
const ofTokens: readonly Way[] = ['signs it out', 'has had too many'];
const isTold = (name: string, way: Way) => name === 'whoami' || !ofTokens.includes(way);

const cases = Object.keys(bearing)
  .filter((name) => bearing[name]?.answer === undefined || isThere('script'))
  .flatMap((name) =>
    (Object.keys(ways) as Way[])
      .filter((way) => isTold(name, way))
      .map((way): [string, Way] => [name, way]),
  );

/** The built program meets every way, and every command runs as one once; where there is time for it, all do. */
function isBuilt(name: string, way: Way): boolean {
  if (process.env['REMIT_SECRETS'] === 'all') return true;
  const told = (Object.keys(ways) as Way[]).filter((it) => isTold(name, it));
  const own = told[Object.keys(bearing).indexOf(name) % told.length];
  return way === own || ofTokens.includes(way);
}

/** A line of the command, run as a program or in this process; prompts are answered in a terminal. */
async function run(operator: Operator, name: string, words: string, asBuilt: boolean) {
  const { input, answer } = bearing[name] as Bearing;
  const given = input?.replace('TOKEN', stage.home.started.token);
  const asks = answer !== undefined && !words.includes('--dry-run');
  if (!asBuilt) {
    const tty = { stdin: asks, stdout: asks, stderr: asks };
    return operator.runHere(words, { tty, stdin: asks ? `${answer}\r` : (given ?? '') });
  }
  if (!asks) return operator.run(words, given);
  const screen = await typedAt(operator, words.replaceAll('KEYS', stage.keys), answer);
  return { code: 0, out: '', err: screen };
}

/** Runs it as an operator who did nothing so far, and looks for what it left, everywhere. */
async function leaves(name: string, way: Way, how: string): Promise<void> {
  const { line, at } = bearing[name] as Bearing;
  const operator = stage.operator();
  const { folder } = operator;
  stage.service.strike(at, way);
  const words = typed(`${line} --retries 0 ${how}`);
  const { code, out, err } = await run(operator, name, words, isBuilt(name, way));
  expect([words, code === 1, stage.service.struck() > 0]).toEqual([words, false, !/dry/.test(how)]);
  expect([words, out, foundIn(out, stage.canaries)]).toEqual([words, out, []]);
  expect([words, err, foundIn(err, stage.canaries)]).toEqual([words, err, []]);
  // The one place where a token is kept.
  const elsewhere = foundBelow(folder, stage.canaries).filter(
    (it) => it !== 'home/config/credentials.json: token',
  );
  expect([words, elsewhere]).toEqual([words, []]);
}

describe('no command shows a secret, when the service', () => {
  test.for(cases)('on %s %s', { timeout: 30_000 }, async ([name, way]) => {
    await leaves(name, way, '--debug');
    if (/^(refuses|says)/.test(way)) await leaves(name, way, '--verbose --json');
  });

  test.for(Object.keys(bearing).filter((it) => /^(business|bank|invite|api)/.test(it)))(
    'on %s sends nothing, and shows the request',
    async (name) => leaves(name, 'fails at it', '--dry-run'),
  );

  test('and no process had one in its arguments', () => {
    expect([...new Set(stage.seen)]).toEqual([]);
  });
});
