import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerConfirmation, remit } from '../helpers/run-command.ts';
import { type Answer, answered, json, moneyService } from './stub-payment-service.ts';

/** Everything that can become of a request that moves money. */
const classes: readonly (readonly [name: string, answer: Answer | 'nobody listens'])[] = [
  ['2xx', answered.ok],
  ['400', refusal(400)],
  ['401', refusal(401)],
  ['403', refusal(403)],
  ['404', refusal(404)],
  ['409', refusal(409)],
  ['422', refusal(422)],
  ['429', (_, response) => response.writeHead(429, { 'retry-after': '0' }).end()],
  ['501 not_implemented', (_, response) => json(response, 501, { code: 'not_implemented' })],
  ['3xx', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['408', refusal(408)],
  ['500', refusal(500)],
  ['503', refusal(503)],
  ['2xx, not JSON', (_, response) => void response.writeHead(200).end('<html>')],
  ['2xx, cut off', cutOff],
  ['reset after the request', (request) => request.socket.destroy()],
  ['nobody listens', 'nobody listens'],
];

const commands: Readonly<Record<string, string>> = {
  'pay initiate': 'pay initiate pay_1',
  'pay quick': 'pay quick conn_1 --amount 12.50',
  'pay bulk': 'pay bulk --file rows.csv',
  'run apply': 'run apply run.json',
  'pay cancel': 'pay cancel pmt_1',
  'business withdraw': 'business withdraw biz_1 --amount 12.50 --to fs_1',
  'api POST /api/payments/initiate':
    'api POST /api/payments/initiate -F payableId=pay_1 -F fundingSourceId=fs_1',
};

let service: Awaited<ReturnType<typeof moneyService>>;
let folder: string;
beforeAll(async () => {
  service = await moneyService();
  folder = await mkdtemp(join(tmpdir(), 'remit-outcomes-'));
  await writeFile(join(folder, 'rows.csv'), 'payableId\npay_1\n');
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

test('every money command, in every class of outcome, ends as the table says', async () => {
  const rows: string[] = [];
  for (const [name, answer] of classes) {
    const cells: string[] = [];
    for (const line of Object.values(commands)) cells.push(await outcomeOf(line, answer));
    rows.push(`| ${name} | ${cells.join(' | ')} |`);
  }
  const header = Object.keys(commands).map((it) => `\`${it}\``);
  await expect(
    [
      '# What becomes of a request that moves money',
      '',
      'Made by a test that plays every row against every command: the exit code, what the journal keeps, and how many',
      'requests the service saw. _unknown_ locks the same thing until it is settled: see `remit journal reconcile`.',
      '',
      `| The service's answer | ${header.join(' | ')} |`,
      `| --- |${header.map(() => ' --- |').join('')}`,
      ...rows,
      '',
    ].join('\n'),
  ).toMatchFileSnapshot('../../docs/outcomes.md');
}, 120_000);

/** `10 unknown, 1 sent`: each line with a journal of its own. */
async function outcomeOf(line: string, answer: Answer | 'nobody listens'): Promise<string> {
  const home = await mkdtemp(join(folder, 'home-'));
  const listens = answer !== 'nobody listens';
  if (listens) service.answers(answer);
  const env = {
    REMIT_HOME: home,
    REMIT_BASE_URL: service.baseUrl,
    REMIT_TOKEN: 'token-of-the-test',
    REMIT_BUSINESS: 'biz_1',
  };
  const words = `${line} --yes --json`;
  if (listens) await plan(line, env);
  const { code } = listens
    ? await remit(words, { env, cwd: folder })
    : await withoutListener(words, env);
  const listed = await remit('journal list --json', { env });
  const [intent] = JSON.parse(listed.out);
  const sent = listens ? service.writes.length : 0;
  return `${code} ${intent?.outcome ?? 'no intent'}, ${sent} sent`;
}

/** A plan is for one address, and only its command needs one. */
async function plan(line: string, env: Readonly<Record<string, string>>): Promise<void> {
  if (!line.startsWith('run ')) return;
  await remit('run plan --file rows.csv --out run.json --force', { env, cwd: folder });
}

/** The reads are answered, and then nobody listens any more: the connection of the write is refused. */
async function withoutListener(words: string, env: Readonly<Record<string, string>>) {
  const own = await moneyService();
  const closing = { ...env, REMIT_BASE_URL: own.baseUrl };
  await plan(words, closing);
  return remit(words.replace(' --yes', ''), {
    env: closing,
    cwd: folder,
    tty: { stdin: true, stderr: true },
    stdin: answerConfirmation,
    beforeAnswer: () => own.close(),
  });
}

function refusal(status: number): Answer {
  return (_, response) => json(response, status, { code: 'refused', detail: 'It is so.' });
}

function cutOff(...[request, response]: Parameters<Answer>): void {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"paymentId":"pmt_1"');
  setTimeout(() => request.socket.destroy(), 10);
}
