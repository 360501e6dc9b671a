import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventTypes, notTriggerable } from '../../src/api/operations/event-types.ts';
import { FILES } from '../../src/commands/schema/command.ts';
import { InvalidSettingError } from '../../src/config/errors.ts';
import { parsePolicyFile } from '../../src/config/machine-policy-schema.ts';
import { profileKeys, settingKeys } from '../../src/config/settings-schema.ts';
import { isRecord } from '../../src/is-record.ts';
import { writeFakeSshKeygen, writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

type File = (typeof FILES)[number];

// Formats are there for people: each has a pattern beside it.
const ajv = new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false });
const schemas = new Map<string, Record<string, unknown>>();

let service: Service;
beforeAll(async () => {
  service = await startService();
  for (const file of FILES) {
    const { code, out } = await remit(`schema ${file}`);
    expect(code).toBe(0);
    schemas.set(file, JSON.parse(out));
    ajv.addSchema(JSON.parse(out), file);
  }
});
afterAll(() => service.close());

/** Returns what is wrong with a value; an empty list if it is valid. */
function problemsOf(file: File, value: unknown): string[] {
  ajv.validate(file, value);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
const configuration = () => readJson(join(service.home, 'config', 'config.json'));

/** Every copy of a value in which one object has a member more. */
function* withOneMore(value: unknown): Iterable<unknown> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      for (const changed of withOneMore(item)) yield value.with(at, changed);
    }
  } else if (isRecord(value)) {
    yield { ...value, surplus: 1 };
    for (const [key, member] of Object.entries(value)) {
      for (const changed of withOneMore(member)) yield { ...value, [key]: changed };
    }
  }
}

test.for(FILES)('%s has an identifier with its version, and compiles', (file) => {
  expect(schemas.get(file)).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: expect.stringMatching(new RegExp(`^urn:remit:schema:${file}:\\d+$`)),
    title: file,
    description: expect.stringMatching(/\.$/),
  });
  expect(ajv.getSchema(file)).toBeTypeOf('function');
});

test('the version of each file that has one is that of its schema', () => {
  const version = (file: File) => Number(String(schemas.get(file)?.['$id']).split(':').at(-1));
  const constant = (file: File, key: string) => {
    const { properties = {} } = schemas.get(file) ?? {};
    return (properties as Record<string, { const?: unknown }>)[key]?.const;
  };
  expect(constant('config', 'version')).toBe(version('config'));
  expect(constant('plan', 'remitPlan')).toBe(version('plan'));
  expect(constant('dialect', 'version')).toBe(version('dialect'));
  expect(constant('manifest', 'version')).toBe(version('manifest'));
});

test('a file has no CSV, and a resource needs one of its two formats', async () => {
  const file = await remit('schema plan csv');
  expect([file.code, file.err]).toEqual([2, expect.stringContaining('no columns of CSV')]);
  const resource = await remit('schema payable');
  expect([resource.code, resource.err]).toEqual([2, expect.stringContaining('is csv or json')]);
});

/** A valid text and a wrong one for each key. */
const samples: Readonly<Record<string, readonly [valid: string, wrong?: string]>> = {
  format: ['csv', 'pdf'],
  timeout: ['30', '0'],
  retries: ['2', '11'],
  timeZone: ['America/New_York', ''],
  caFile: ['/etc/ca.pem', 'ca.pem'],
  'confirm.typeAmountAbove': ['5000.50', '5,000'],
  baseUrl: ['https://api.example.com', ' '],
  business: ['biz_1', '..'],
  environment: ['test', 'beta'],
  tokenCommand: ['["vault","read"]', '[]'],
  dialect: ['/etc/dialect.json', 'dialect.json'],
  gatewayHeaders: ['X-Team,x-cost', 'x team;'],
  'journal.database': ['postgres://user@host/name', 'mysql://user@host/name'],
  'journal.quietSeconds': ['86400', '86401'],
  'match.csv': ['[{"header":"a,b"}]'],
  'payable.csv': ['[{"header":"a,b"}]'],
  'run.key': ['~/.ssh/id_ed25519', ''],
  'policy.readOnly': ['false', 'yes'],
  'policy.maxPerPayment': ['100', '1e3'],
  'policy.maxPerApproval': ['100', '1e3'],
  'policy.maxPerRun': ['100', '-1'],
  'policy.maxPerDay': ['100.5', '100.555'],
  'policy.maxPerMonth': ['0', '00'],
  'policy.maxPerPayeePerDay': ['9999999999', '99999999999'],
  'policy.allowedBankAccounts': ['fs_1,fs_2', 'fs 1;'],
  'policy.allowedPayees': ['biz_1', 'biz_1,'],
  'policy.dualApprovalAbove': ['1000', '$1000'],
  'policy.requireApproval': ['true', '1'],
  'policy.newPayee': ['approve', 'block'],
  'policy.duplicateInvoices': ['block', 'approve'],
  'policy.approvals.required': ['2', '10'],
  'policy.approvals.signers': ['/etc/signers', 'signers'],
  'policy.approvals.revoked': ['/etc/revoked', 'revoked'],
};
const sampleOf = (key: string): readonly [string?, string?] =>
  key.startsWith('columns.') ? (['id', 'a b'] as const) : (samples[key] ?? []);

describe('config', () => {
  const stored = (key: string, value: unknown) => ({
    version: 1,
    current: null,
    profiles: { test: { [key]: value } },
    settings: {},
  });

  test('is what the program writes, with every key', async () => {
    const env = { REMIT_HOME: join(service.cwd, 'home') };
    const succeed = async (words: readonly string[]) => {
      const { code, err } = await remit(words, { env });
      expect([words, code, err]).toEqual([words, 0, expect.any(String)]);
    };
    for (const key of Object.keys(settingKeys)) {
      await succeed(['config', 'set', key, sampleOf(key)[0] ?? '']);
    }
    for (const key of Object.keys(profileKeys)) {
      const [command, name] = key.startsWith('policy.')
        ? ['policy', key.replace('policy.', '')]
        : ['profile', key];
      await succeed([command, 'set', name, sampleOf(key)[0] ?? '', '-P', 'other', '--yes']);
    }
    const found = await readJson(join(env.REMIT_HOME, 'config', 'config.json'));
    expect(Object.keys(found.settings).sort()).toEqual(Object.keys(settingKeys).sort());
    expect(Object.keys(found.profiles.other).sort()).toEqual(Object.keys(profileKeys).sort());
    expect(problemsOf('config', found)).toEqual([]);
    expect(problemsOf('config', await configuration())).toEqual([]);
  });

  test.for(Object.keys(profileKeys))('%s: the schema and the program agree', (key) => {
    const [valid = '', wrong] = sampleOf(key);
    expect(problemsOf('config', stored(key, profileKeys[key]?.read(valid)))).toEqual([]);
    if (wrong === undefined) return;
    expect(() => profileKeys[key]?.read(wrong)).toThrow(InvalidSettingError);
    expect(problemsOf('config', stored(key, wrong))).not.toEqual([]);
  });

  test('of any text, what the program reads is what the schema allows', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(profileKeys)),
        fc.oneof(fc.string(), fc.constantFrom(...Object.values(samples).flat())),
        (key, text = '') => {
          let value: unknown;
          try {
            value = profileKeys[key]?.read(text);
          } catch {
            return;
          }
          expect(problemsOf('config', stored(key, value))).toEqual([]);
        },
      ),
    );
  });

  test('has no other members', async () => {
    const found = stored('baseUrl', 'https://api.example.com');
    const { profiles, ...rest } = found;
    for (const wrong of [
      { ...found, surplus: 1 },
      { ...rest, profiles: { test: { baseURL: 'https://api.example.com' } } },
      { ...found, settings: { baseUrl: 'https://api.example.com' } },
      { ...rest, profiles: { 'a b': {} } },
      { ...found, version: 2 },
    ]) {
      expect([wrong, problemsOf('config', wrong)]).not.toEqual([wrong, []]);
    }
  });
});

describe('policy', () => {
  const approvals = { required: 1, signers: '/etc/remit/allowed_signers' };
  const policy = {
    journal: { place: '/var/lib/remit', id: 'j_1' },
    ...{ readOnly: false, maxPerPayment: 5000, maxPerRun: '20000.50', maxPerDay: 20000 },
    maxPerApproval: 10_000,
    ...{ maxPerMonth: '100000', maxPerPayeePerDay: 0, dualApprovalAbove: 1000 },
    ...{ allowedBankAccounts: ['fs_1'], allowedPayees: ['biz_1'], requireApproval: true },
    ...{ newPayee: 'approve', duplicateInvoices: 'block' },
    approvals: { ...approvals, revoked: '/etc/remit/revoked' },
    exemptOrigins: ['http://127.0.0.1:*'],
    dialectHash: 'none',
    extraMembers: ['pay.quickPay.costCenter'],
  };

  test('is what the program reads, such as that of SECURITY.md', async () => {
    const [, example = ''] =
      /```json\n([\s\S]*?)```/.exec(await readFile('SECURITY.md', 'utf8')) ?? [];
    for (const valid of [policy, JSON.parse(example), { journal: policy.journal }]) {
      expect(parsePolicyFile(valid, 'policy.json')).toBeDefined();
      expect(problemsOf('policy', valid)).toEqual([]);
    }
  });

  test('has no other members, and no wrong values', () => {
    const wrong = [
      ...withOneMore(policy),
      {},
      { ...policy, maxPayment: 5 },
      { ...policy, maxPerPayment: '5,000' },
      { ...policy, approvals: { ...approvals, required: 0 } },
      { ...policy, allowedPayees: ['a b'] },
      { ...policy, dialectHash: 'any' },
    ];
    for (const it of wrong) {
      expect(() => parsePolicyFile(it, 'policy.json')).toThrow();
      expect(problemsOf('policy', it)).not.toEqual([]);
    }
  });
});

test('plan: signed and unsigned ones are valid; any other member is not', async () => {
  const path = await writeFakeSshKeygen(join(service.cwd, '.bin'));
  const typed = { env: { PATH: path } };
  for (const name of ['ada', 'bo']) {
    await writeSshKey(join(service.cwd, name), name);
    expect((await service.remit(`run key trust ${name} ${name}.pub --yes`)).code).toBe(0);
  }
  const payables = await service.json<{ id: string }[]>('payable list --status APPROVED');
  const rows = payables.map(({ id }) => `${id},ref`).join('\n');
  await service.file('payments.csv', `payableId,ref\n${rows}\n`);
  const made = await service.remit('run plan --file payments.csv --out run.json --key bo', typed);
  expect([made.code, made.err]).toEqual([0, expect.any(String)]);
  const unapproved = await readJson(join(service.cwd, 'run.json'));
  expect(problemsOf('plan', unapproved)).toEqual([]);
  const approved = await service.remit('run approve run.json --key ada --yes', typed);
  expect([approved.code, approved.err]).toEqual([0, expect.any(String)]);
  const plan = await readJson(join(service.cwd, 'run.json'));
  expect(plan.signatures).toHaveLength(2);
  expect(problemsOf('plan', plan)).toEqual([]);
  for (const wrong of withOneMore(plan)) expect(problemsOf('plan', wrong)).not.toEqual([]);
  expect(problemsOf('plan', { ...plan, plan: { ...plan.plan, payments: [] } })).not.toEqual([]);
});

test('dialect: what `dialect set` writes is valid; any other member is not', async () => {
  for (const line of [
    'dialect set clearingSpeed speed',
    'dialect set --amount-unit cents',
    'dialect set --path accounting.list /books',
  ]) {
    await service.remit(line);
  }
  const folder = join(service.home, 'config', 'dialects');
  const names = await readdir(folder);
  expect(names).toEqual(['test.json']);
  const written = await readJson(join(folder, 'test.json'));
  const all = {
    ...written,
    extraMembers: { 'pay.quickPay': { costCenter: { type: 'string', movesNoMoney: true } } },
  };
  expect(problemsOf('dialect', written)).toEqual([]);
  expect(problemsOf('dialect', all)).toEqual([]);
  for (const wrong of [
    { ...all, surplus: 1 },
    { ...all, version: 2 },
    { ...all, names: { clearingSpeed: 'a b' } },
    { ...all, paths: { 'accounting.list': 'books' } },
    { ...all, extraMembers: { 'pay.quickPay': { costCenter: { type: 'string' } } } },
  ]) {
    expect(problemsOf('dialect', wrong)).not.toEqual([]);
  }
  await service.remit('dialect unset --all');
});

test('manifest: that of every kind of export is valid; any other member is not', async () => {
  for (const line of [
    'payable list --csv --limit 2',
    'payable list --json --query [].id',
    'payable list --csv --columns id,amount --status APPROVED',
    'bank list --csv -q',
    'payable export --status APPROVED',
    'schema plan',
  ]) {
    const run = await service.remit(`${line} --out export --manifest --force`);
    expect([line, run.code, run.err]).toEqual([line, 0, expect.any(String)]);
    const manifest = await readJson(join(service.cwd, 'export.manifest.json'));
    expect([line, problemsOf('manifest', manifest)]).toEqual([line, []]);
    expect(problemsOf('manifest', { ...manifest, surplus: 1 })).not.toEqual([]);
    for (const key of Object.keys(manifest)) {
      const { [key]: _, ...rest } = manifest;
      expect(problemsOf('manifest', rest)).not.toEqual([]);
    }
  }
});

test('event: one of each type that can be caused is valid; without a member it is not', async () => {
  const own = await startService();
  const types = Object.keys(eventTypes).filter((type) => !Object.hasOwn(notTriggerable, type));
  for (const type of types) await own.control('POST', '/sandbox/events', { type });
  const { out } = await own.remit('sandbox events --json');
  const events: Record<string, unknown>[] = JSON.parse(out);
  await own.close();
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThanOrEqual(types.length);
  for (const event of events) expect(problemsOf('event', event)).toEqual([]);
  const [event = {}] = events;
  for (const key of Object.keys(event)) {
    const { [key]: _, ...rest } = event;
    expect(problemsOf('event', rest)).not.toEqual([]);
  }
  expect(problemsOf('event', { ...event, type: 'payable.eaten' })).not.toEqual([]);
});
