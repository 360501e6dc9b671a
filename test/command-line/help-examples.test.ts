import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyCommand, isSubgroup, type Subgroup } from '../../src/cli/command.ts';
import { tree } from '../../src/commands/tree.ts';
import { intentOf } from '../../src/money/journal/intent-draft.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import { chooseAt } from '../helpers/bank-link-page.ts';
import { isChosen, isWorthwhile } from '../helpers/chosen-cases.ts';
import { writeFakeSshKeygen, writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { type RecordedConnections, recordConnections } from '../helpers/recorded-connections.ts';
import { answerConfirmation } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';
import { bankOf, ofxOf } from '../match/month.ts';

interface Example {
  readonly line: string;
  readonly command: string;
  /** All that its command asks the service is to be told something. */
  readonly reads: boolean;
}

/** Every command, and every example of its help page. */
async function allExamples() {
  const found: Example[] = [];
  const commands: string[] = [];
  const add = (path: string[], { examples, calls = [] }: AnyCommand) => {
    const command = path.join(' ');
    const reads = calls.length > 0 && calls.every(({ effect }) => effect === 'read');
    commands.push(command);
    for (const line of Object.values<string>(examples)) found.push({ line, command, reads });
  };
  const walk = (
    { commands, defaultCommand }: Pick<Subgroup, 'commands' | 'defaultCommand'>,
    path: string[],
  ) => {
    if (defaultCommand) add(path, defaultCommand);
    for (const it of commands) {
      if (isSubgroup(it)) walk(it, [...path, it.name]);
      else add([...path, it.name], it);
    }
  };
  for (const [name, group] of Object.entries(tree)) walk(await group.load(), [name]);
  return { examples: found, commands };
}

const { examples, commands } = await allExamples();

let service: Service;
/** A program that accepts every event. */
let receiver: Answering;
/** There is no telemetry: a command connects to what it was told to, and to nothing else. */
let connections: RecordedConnections;
beforeAll(async () => {
  connections = recordConnections();
  receiver = await answering((_, response) => reply(response, 200, {}));
});
afterAll(async () => {
  connections.stop();
  await receiver.close();
});

/** The `PATH` by which signing works also where there is no ssh-keygen. */
let signingPath: string;

async function open(): Promise<void> {
  service = await startService();
  signingPath = await writeFakeSshKeygen(join(service.cwd, '.bin'));
  await service.file('ssn.txt', '123-45-6789\n');
  await service.file('number.txt', '000123456789\n');
  await service.file('token.txt', `${service.token}\n`);
  await writeFile(join(service.cwd, 'logo.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
  await service.file('invoice.pdf', '%PDF-1.7\n');
}

describe('an example from the help succeeds', () => {
  describe('reading, on a shared sandbox:', () => {
    beforeAll(open);
    afterAll(() => service.close());
    const shared = examples.filter((it) => !isAlone(it));
    test.for(chosenFrom(shared))('$line', endsWell);
  });

  describe('on its own sandbox:', () => {
    beforeEach(open);
    afterEach(() => service.close());
    const alone = examples.filter(isAlone);
    // Of what needs a sandbox of its own, `npm test` runs what moves money.
    const movesMoney = ({ command }: Example) => /^(pay|payable|run) /.test(command);
    test.for(chosenFrom(alone, movesMoney))('$line', endsWell);
  });
});

test('every command has an example for a person and one for a script', () => {
  const countOf = (command: string) => examples.filter((it) => it.command === command).length;
  expect(commands.filter((it) => countOf(it) < 2)).toEqual([]);
  expect(commands.length).toBeGreaterThan(150);
});

async function endsWell({ line, command }: Example): Promise<void> {
  const { words, stdin } = await prepared(line, command);
  const asked = { stdin: true, stderr: true };
  const browser = (url: string) => void people[command]?.(url);
  const env = { HOME: service.cwd, PATH: signingPath };
  // What goes on until it is interrupted is, as soon as its first look is over.
  const interrupted = lasts(line) ? AbortSignal.timeout(1200) : undefined;
  connections.take();
  let isSudden = false;
  const onSuddenQuestion = () => {
    isSudden = true;
  };
  const { code, err } = await service.remit(words, {
    ...{ stdin, tty: asked, browser, env, onSuddenQuestion, builtFile: (name) => name },
    ...(interrupted && { interrupted }),
  });
  const known = [service.baseUrl, receiver.baseUrl].map((it) => new URL(it).host);
  // The demo starts a sandbox of its own; a person's browser returns to the command that opened it.
  const isLocal = command === 'demo' || command in people;
  const isKnown = (it: string) => known.includes(it) || (isLocal && it.startsWith('127.0.0.1:'));
  expect(connections.take().filter((it) => !isKnown(it))).toEqual([]);
  expect(err).not.toContain('remit: ');
  expect(code).toBe(0);
  // A person who follows the steps is not prompted for anything that could be answered early.
  expect(isSudden).toBe(words === 'demo --step');
}

/** Reports whether the command goes on until it is interrupted. */
const lasts = (line: string) => /^remit (watch|sandbox listen) | --follow\b/.test(line);

/** What changes something, leaves something behind, or needs what is not always so has a sandbox of its own. */
const isAlone = ({ line, command, reads }: Example) =>
  !reads || command in need || command === 'watch' || / --out\b| > |--since-last/.test(line);

/** `npm test` runs the first example that begins with a word; of the others, the first ones of their commands come next. */
function chosenFrom(
  among: readonly Example[],
  isUsual: (example: Example) => boolean = () => true,
): readonly Example[] {
  const groupOf = ({ command }: Example) => command.split(' ', 1)[0];
  const isFirst = (example: Example, it: (other: Example) => boolean) => among.find(it) === example;
  return among.filter(
    (example) =>
      isChosen(isUsual(example) && isFirst(example, (it) => groupOf(it) === groupOf(example))) &&
      isWorthwhile(isFirst(example, (it) => it.command === example.command)),
  );
}

/** The line as it would be typed here and now: ids that fit it, input where a shell would put it. */
async function prepared(
  line: string,
  command: string,
): Promise<{ words: string; stdin: string | typeof answerConfirmation }> {
  await need[command]?.();
  let words = line
    .replace(/^remit /, '')
    .replaceAll('https://api.example.com', service.baseUrl)
    .replaceAll('http://127.0.0.1:8080', receiver.baseUrl);
  let stdin: string | typeof answerConfirmation = answerConfirmation;
  if (/ \| remit /.test(words)) {
    const [left = '', right = ''] = words.split(' | remit ');
    stdin = (await service.remit(left)).out;
    words = right;
  }
  const [, input] = / < (\S+)$/.exec(words) ?? [];
  if (input !== undefined || / - | -$/.test(words) || /^auth (login|rotate)$/.test(command)) {
    stdin = inputs[command]?.() ?? `${service.token}\n`;
  }
  words = words.replace(/ [<>] \S+$/, '');
  for (const [prefix, find] of Object.entries(ids)) {
    if (words.includes(`${prefix}…`)) words = words.replaceAll(`${prefix}…`, await find(line));
  }
  if (command === 'bank verify') words = words.replace('0.03 0.07', await amounts());
  return { words, stdin };
}

const inputs: Readonly<Record<string, () => string>> = {
  'bank connect-manual': () => '000123456789\n',
  'bank connect': () => 'public-sandbox-1\n',
  'invite accept': () => `${invitationToken}\n`,
  'auth rotate': () => `${newToken}\n`,
  'sandbox import': () => snapshot,
  'sandbox account create': () => 'correct horse\n',
  'sandbox user create': () => 'correct horse\n',
};

/** What a person does in the browser that a command opens. */
const people: Readonly<Record<string, (url: string) => unknown>> = { 'bank link': chooseAt };

let invitationToken = '';
let snapshot = '';
let newToken = '';
let manualBank = '';

/** What must be the case before the example of a command makes sense. */
const need: Readonly<Record<string, () => Promise<void>>> = {
  'bank connect': async () => void (await service.file('token.txt', 'public-sandbox-1\n')),
  'auth rotate': async () => {
    newToken = (await service.json<{ token: string }>('sandbox token')).token;
  },
  'sandbox micro-deposits': () => linkByNumbers(),
  'bank verify': async () => {
    await linkByNumbers();
    await service.control('POST', '/sandbox/clock/advance', { businessDays: 2 });
  },
  'invite accept': async () => {
    await service.remit(`connection archive ${await ids['conn_']?.('')} --yes`);
    await service.remit(`invite send someone@else.test -b ${service.payee}`);
    const mails = await service.control('GET', '/sandbox/outbox?kind=invitation');
    invitationToken = (mails as { token: string }[]).at(-1)?.token ?? '';
    await service.file('token.txt', `${invitationToken}\n`);
  },
  'policy check': async () =>
    void (await service.file('policy.json', '{ "journal": { "place": "/var/lib/remit" } }\n')),
  'payable create': async () =>
    void (await service.file(
      'invoices.csv',
      'invoiceNumber,amount,memo\nA-1,10.00,one\nA-2,20.50,"two, three"\n',
    )),
  'payable recur': async () =>
    void (await service.file(
      'schedule.csv',
      `connectionId,start,rule,invoiceNumber,amount\n${await ids['conn_']?.('')},2026-03-02,FREQ=DAILY,S-{n},10\n`,
    )),
  'invite send': async () => void (await service.file('partners.csv', 'email\nap@linen.test\n')),
  'accounting disconnect': async () => void (await accountingIntegration()),
  'accounting sync': async () => void (await accountingIntegration()),
  'accounting sync-status': async () => void (await accountingIntegration()),
  'accounting fields': async () => void (await accountingIntegration()),
  'accounting map-vendor': async () => void (await accountingIntegration()),
  'accounting map-bank': async () => void (await accountingIntegration()),
  'dialect unset': async () => {
    for (const profile of ['test', 'live'])
      await service.remit(`dialect set clearingSpeed speed -P ${profile}`);
  },
  watch: async () => {
    const reads = 'process.stdin.resume();\n';
    await service.file('notify.mjs', reads);
    await writeFile(join(service.cwd, 'on-change'), `#!/usr/bin/env node\n${reads}`, {
      mode: 0o700,
    });
  },
  'sandbox certify': async () => {
    // Pays under one key, and leaves it to the next try to see whether it has.
    const program = `#!/usr/bin/env node
const { REMIT_BASE_URL: url, REMIT_TOKEN: token, REMIT_BANK: fundingSourceId } = process.env;
const [payableId] = process.argv.slice(2);
const headers = { authorization: 'Bearer ' + token, 'idempotency-key': payableId };
fetch(url + '/api/payments/initiate', {
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({ payableId, fundingSourceId }),
})
  .then((answer) => answer.json().then(() => process.exit(answer.ok ? 0 : 1)))
  .catch(() => process.exit(1));
`;
    await writeFile(join(service.cwd, 'pay.sh'), program, { mode: 0o700 });
  },
  'config get': async () => void (await service.remit('config set format json')),
  'config unset': async () => void (await service.remit('config set format json')),
  'policy unset': async () => void (await service.remit('profile set format json -P auditor')),
  'profile unset': async () => void (await service.remit('profile set format json -P sandbox')),
  'profile use': async () => {
    for (const name of ['sandbox', 'live'])
      await service.remit(`profile set format json -P ${name}`);
  },
  'mcp serve': async () => void (await service.remit('profile set format json -P sandbox')),
  'profile show': async () => void (await service.remit('profile set format json -P sandbox')),
  'profile remove': async () => void (await service.remit('profile set format json -P old')),
  'auth logout': async () => void (await service.remit('profile set format json -P sandbox')),
  match: async () => {
    const [payable] = await service.json<{ id: string }[]>('payable list --status APPROVED');
    await service.json(`pay initiate ${payable?.id} --yes`);
    await service.control('POST', '/sandbox/clock/advance', { businessDays: 4 });
    const bank = await bankOf(service);
    const line = { date: '2026-03-05', amount: '-1840.00', text: 'ACH DEBIT CL-1001' };
    await service.file('march.ofx', ofxOf([line], bank, 1));
  },
  'journal resolve': async () => {
    const journal = await openJournal(join(service.home, 'state'), {
      pid: process.pid,
      isAlive: () => true,
    });
    const draft = intentOf(
      'pay.initiate',
      { body: { payableId: 'pay_1' } },
      { origin: service.baseUrl, environment: 'live' },
    );
    if (!draft) throw new Error('a payment is journaled');
    const sender = { profile: 'test', tokenPrint: null, idempotencyKey: 'key' };
    const { intentId } = await journal.begin(draft, sender);
    await journal.recordOutcome(intentId, 'unknown', {
      requestId: null,
      serverId: null,
      status: null,
    });
    await journal.close();
  },
  'pay bulk': () => paymentsFile(),
  'run plan': async () => {
    await paymentsFile();
    const connection = await first('connection list');
    const invoice = `--connection ${connection} --amount 20 --due 2026-12-31 --submit`;
    const { id } = await service.json(`payable create -b ${service.payee} ${invoice}`);
    await service.json(`payable approve ${id} --yes`);
  },
  'run show': () => planFile(),
  'run sign': async () => {
    await planFile();
    await personWithKey('ada', '.ssh/id_ed25519');
  },
  'run approve': async () => {
    await personWithKey('bo', 'bo');
    await planFile('--key bo');
    await personWithKey('ada', '.ssh/id_ed25519');
  },
  'run key trust': () => writeSshKey(join(service.cwd, 'bo'), 'bo'),
  'run key revoke': () => personWithKey('bo', 'bo'),
  'run revoke': () => planFile(),
  'run apply': () => planFile(),
  'run status': () => planFile(),
  'run report': () => planFile(),
  'journal show': async () => void (await service.remit('invite send a@b.test')),
  'sandbox import': async () => {
    snapshot = JSON.stringify(await service.control('GET', '/sandbox/export'));
    await service.file('sandbox.json', snapshot);
  },
  'sandbox fixtures': async () =>
    void (await service.file('fixtures.json', await readFile('examples/fixtures.json', 'utf8'))),
  'sandbox ledger account': async () => {
    const given = { businessId: service.payer, amount: 5 };
    await service.control('POST', '/sandbox/ledger/credits', given);
  },
  'sandbox account create': async () => void (await service.file('password.txt', 'correct horse')),
  'sandbox user create': async () => void (await service.file('password.txt', 'correct horse')),
  verify: async () => void (await service.remit('payable list --out owed.csv --manifest')),
  'sandbox seed': async () =>
    void (await service.control('POST', '/sandbox/reset', { seed: 'empty' })),
};

/** Creates the key of a person who may sign plans. */
async function personWithKey(name: string, file: string): Promise<void> {
  await writeSshKey(join(service.cwd, file), name);
  await service.json(`run key trust ${name} ${file}.pub --yes`);
}

/** A file with two payables to pay. */
async function paymentsFile(): Promise<void> {
  const ids = [await payableFor('pay initiate'), await payableFor('pay initiate')];
  await service.file('payments.csv', `payableId,ref\n${ids.map((id) => `${id},a`).join('\n')}\n`);
}

async function planFile(flags = ''): Promise<void> {
  await paymentsFile();
  const line = `run plan --file payments.csv --out run.json --force ${flags}`;
  const { code, err } = await service.remit(line, { env: { PATH: signingPath } });
  if (code !== 0) throw new Error(err);
}

/** A bank account that two small deposits are on their way to. */
async function linkByNumbers(): Promise<void> {
  await service.file('number.txt', '000555511113\n');
  manualBank = idOf(
    await service.json(
      'bank connect-manual --routing 021000021 --account-number-file number.txt --type checking --name Second',
    ),
  );
}

/** An id that fits the command, made where none is there. */
const ids: Readonly<Record<string, (line: string) => Promise<string>>> = {
  biz_: async (line) => (/ (verify|complete)\b/.test(line) ? unverified() : service.payer),
  fs_: async (line) => (/bank verify|micro-deposits/.test(line) ? manualBank : freeBank(line)),
  conn_: async () => first('connection list'),
  tag_: async () => 'tag_vendor',
  inv_: async (line) =>
    line.includes('invite reject')
      ? received()
      : idOf(await service.json('invite send new@partner.test')),
  pay_: payableFor,
  pmt_: async (line) => (line.includes('pay cancel') ? scheduled() : pending()),
  wd_: async (line) => {
    await paid();
    const bank = await first(`bank list -b ${service.payee}`);
    const id = idOf(
      await service.json(`business withdraw ${service.payee} --amount 100 --bank ${bank} --yes`),
    );
    await service.control('POST', `/sandbox/withdrawals/${id}/submit`, {});
    if (line.includes(' return ')) {
      await service.control('POST', `/sandbox/withdrawals/${id}/complete`, {});
    }
    return id;
  },
  acctint_: accountingIntegration,
  evt_: async () => first('sandbox events'),
  fault_: async () => idOf(await service.json('sandbox fault add --http-status 503')),
  'state=': async () => `state=${await consentAsked()}`,
  int_: async () => first('journal list'),
};

const idOf = (it: Record<string, unknown>) => String(it['paymentId'] ?? it['id']);
const first = async (line: string) =>
  idOf((await service.json<Record<string, unknown>[]>(line))[0] ?? {});

/** A business that its review could not verify. */
async function unverified(): Promise<string> {
  return idOf(
    await service.json(
      'business create-basic --name Kiosk --type llc --street "1 A St" --city Waco --state TX --zip 76701',
    ),
  );
}

async function freeBank(line: string): Promise<string> {
  if (line.includes('business withdraw')) await paid(1000, service.payer);
  return first(`bank list -b ${service.payer}`);
}

/** A payable that the profile's business sent, or one it received, in the state the command starts from. */
async function payableFor(line: string): Promise<string> {
  const isReceived = / (approve|decline|initiate) /.test(`${line} `);
  const from = isReceived ? service.payee : service.payer;
  const draft = /payable (update|submit)/.test(line) ? '' : '--submit';
  const due = line.includes('--arrive-by due') ? '--due 2026-03-31' : '';
  const id = idOf(
    await service.json(
      `payable create -b ${from} --connection ${await first('connection list')} --amount 2500 ${due} ${draft}`,
    ),
  );
  if (line.includes('pay initiate')) await service.remit(`payable approve ${id} --yes`);
  if (line.includes('link send')) await service.remit(`link enable ${id}`);
  return id;
}

async function pending(): Promise<string> {
  const payable = await payableFor('pay initiate');
  const id = idOf(await service.json(`pay initiate ${payable} --yes`));
  await service.control('POST', `/sandbox/payments/${id}/submit`, {});
  return id;
}

async function scheduled(): Promise<string> {
  const payable = await payableFor('pay initiate');
  return idOf(await service.json(`pay initiate ${payable} --on 2026-03-10 --yes`));
}

/** Money in the balance of a business, from the other side of the connection. */
async function paid(dollars = 500, to = service.payee): Promise<void> {
  const from = to === service.payee ? service.payer : service.payee;
  const bank = await first(`bank list -b ${from}`);
  await service.json(
    `pay quick ${await first('connection list')} --amount ${dollars} --bank ${bank} -b ${from} --yes`,
  );
  await service.control('POST', '/sandbox/clock/advance', { businessDays: 4 });
}

async function received(): Promise<string> {
  return idOf(await service.json(`invite send demo@remit.test -b ${service.payee}`));
}

/** What waits for a person's consent to connect the books of the profile's business. */
async function consentAsked(): Promise<string> {
  const line = 'accounting connect --redirect-uri https://books.example.com/back';
  return String((await service.json(line))['state']);
}

/** The accounting integration of the profile's business, connected if it is not yet. */
async function accountingIntegration(): Promise<string> {
  const { connected, accountingIntegrationId } = await service.json('accounting status');
  if (connected === true) return String(accountingIntegrationId);
  const state = await consentAsked();
  await service.control('POST', '/sandbox/accounting/authorizations', { state });
  return accountingIntegration();
}

async function amounts(): Promise<string> {
  const answer = await service.control(
    'GET',
    `/sandbox/bank-accounts/${manualBank}/micro-deposits`,
  );
  return (answer as { amounts: number[] }).amounts.join(' ');
}
