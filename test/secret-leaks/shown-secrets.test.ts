import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { asRecord } from '../../src/is-record.ts';
import { node, program } from '../helpers/built-program.ts';
import { remit as runInProcess } from '../helpers/run-command.ts';
import { isThere } from '../shells/fixture.ts';
import { type Way, ways } from './echo-server.ts';
import { openStage, type Stage } from './fixture.ts';
import { foundBelow, foundIn, planted } from './planted-secrets.ts';
import { typedAt } from './type-at-prompt.ts';

let stage: Stage;
let connection = '';
let payable = '';
beforeAll(async () => {
  stage = await openStage();
  [{ id: connection }] = await stage.home.json('connection list');
  const payee = stage.home.started.businesses[1]?.id;
  const { id } = await stage.home.json(
    `payable create -b ${payee} --connection ${connection} --amount 31.40 --submit`,
  );
  payable = id;
});
afterAll(() => stage.close());

const TOKEN_FILE = 'home/config/credentials.json: token';

describe('a secret that a command prints on request is printed in its result only:', () => {
  test.for([
    ['auth token', 'token'],
    ['bank link-token', 'linkToken'],
    ['link enable PAYABLE -b PAYEE', 'nanoId'],
    ['link get PAYABLE -b PAYEE', 'nanoId'],
    ['link pay-me enable -b PAYEE', 'token'],
    ['link pay-me get -b PAYEE', 'token'],
    ['link pay-me regenerate -b PAYEE --yes', 'token'],
    ['invite public --enable', 'token'],
    ['sandbox token --dir KEYS', 'token'],
    ['sandbox token create --role viewer --dir KEYS', 'token'],
    ['sandbox public-token --dir KEYS', 'publicToken'],
  ] as const)('%s', async ([line, member]) => {
    const { folder, run, runHere } = stage.operator();
    const payee = stage.home.started.businesses[1]?.id ?? '';
    const typed = line.replace('PAYABLE', payable).replace('PAYEE', payee);
    const isBuilt = line === 'auth token' || process.env['REMIT_SECRETS'] === 'all';
    const { code, out, err } = await (isBuilt ? run : runHere)(`${typed} --json --debug`);
    expect([code, err]).toEqual([0, expect.not.stringContaining('remit: ')]);
    const secret = { token: JSON.parse(out)[member] };
    expect(secret.token).toMatch(/^[\w.-]{8,}$/);
    expect([err, foundIn(err, secret)]).toEqual([err, []]);
    expect(foundBelow(folder, secret).filter((it) => it !== TOKEN_FILE)).toEqual([]);
  });
});

describe('an invalid token is not repeated, wherever it comes from:', () => {
  const broken = `${planted.header} with more behind it`;

  test.for<[what: string, env: Record<string, string>, line: string]>([
    ['the environment', { REMIT_TOKEN: broken }, 'whoami'],
    ['a file of the environment', { REMIT_TOKEN_FILE: 'BROKEN' }, 'whoami'],
    ['a file', {}, 'whoami --token-file BROKEN'],
    ['standard input', {}, 'auth login --with-token -P new --base-url BASE'],
    ['a token command', {}, 'whoami -P commanded'],
    ['a token command that fails', {}, 'whoami -P failing'],
  ])('%s', async ([, env, line]) => {
    const operator = stage.operator();
    const file = join(stage.keys, 'broken');
    writeFileSync(file, `${broken}\n`);
    const commands = { commanded: ['cat', file], failing: ['sh', '-c', `cat ${file}; exit 3`] };
    for (const [name, argv] of Object.entries(commands)) {
      const values = { baseUrl: stage.service.baseUrl, tokenCommand: JSON.stringify(argv) };
      for (const it of Object.entries(values))
        await runInProcess(['profile', 'set', ...it, '-P', name], { env: operator.env });
    }
    const here = line.replace('BROKEN', file).replace('BASE', stage.service.baseUrl);
    const around = { ...env, ...(env['REMIT_TOKEN_FILE'] && { REMIT_TOKEN_FILE: file }) };
    const { code, out, err } = await operator.with(around).run(`${here} --debug`, `${broken}\n`);
    expect([code, out]).toEqual([3, '']);
    expect([err, foundIn(err, { broken: planted.header })]).toEqual([err, []]);
  });
});

describe.runIf(isThere('script'))('a typed secret is not shown:', () => {
  test.for<[line: string, secret: keyof typeof planted]>([
    [
      `bank connect-manual --routing ${planted.routingNumber} --type checking --name Main`,
      'accountNumber',
    ],
    ['invite accept', 'invitationToken'],
    ['auth login -P new --email demo@remit.test --base-url BASE', 'password'],
  ])('%s', async ([line, secret]) => {
    const operator = stage.operator();
    stage.service.strike(/manually|accept|sign-in/, 'refuses it');
    const typed = line.replace('BASE', stage.service.baseUrl);
    const screen = await typedAt(operator, `${typed} --debug`, planted[secret]);
    expect([screen, stage.service.struck()]).toEqual([screen, 1]);
    const { [secret]: wanted } = planted;
    expect([screen, foundIn(screen, { wanted })]).toEqual([screen, []]);
    expect(foundBelow(operator.folder, { wanted })).toEqual([]);
  });
});

describe('a tool shows no secret of its arguments, when the service', () => {
  const tools: Readonly<Record<string, object>> = {
    bank_connect_manually: {
      ...{ routingNumber: planted.routingNumber, accountNumber: planted.accountNumber },
      ...{ accountType: 'checking', name: 'Main' },
    },
    business_create_basic: {
      ...{ name: 'Ada', businessType: 'soleProprietorship', taxInfo: { ssn: planted.ssn } },
      address: { street: '1 Main St', city: 'Albany', state: 'NY', zip: '12207', country: 'US' },
    },
    invite_accept: { token: planted.invitationToken },
  };

  test.for(Object.keys(ways) as Way[])('%s', { timeout: 60_000 }, async (way) => {
    const { folder, env } = stage.operator();
    const transport = new StdioClientTransport({
      ...{
        command: node,
        args: [program, 'mcp', 'serve', '--allow-writes', '--tools', 'all', '--debug'],
      },
      ...{ env: { PATH: process.env['PATH'] ?? '', ...env }, stderr: 'pipe' },
    });
    let said = '';
    transport.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    stage.service.strike(/manually|basic|accept/, way);
    for (const [name, given] of Object.entries(tools)) {
      const first = await client.callTool({ name, arguments: { ...given } });
      said += JSON.stringify(first);
      const { confirmation } = asRecord(first.structuredContent);
      if (confirmation === undefined) continue;
      said += JSON.stringify(
        await client.callTool({ name, arguments: { ...given, confirmation } }),
      );
    }
    expect([said, stage.service.struck() >= 3]).toEqual([said, true]);
    await client.close();
    await vi.waitFor(() => expect([said, foundIn(said, stage.canaries)]).toEqual([said, []]));
    expect(foundBelow(folder, stage.canaries)).toEqual([TOKEN_FILE]);
  });
});
