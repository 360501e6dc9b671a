import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { combinePolicies } from '../../src/config/effective-policy.ts';
import { MachinePolicyError } from '../../src/config/errors.ts';
import {
  bindsOrigin,
  machinePolicyFile,
  readMachinePolicy,
  type TrustedFile,
} from '../../src/config/machine-policy.ts';
import type { MachinePolicy } from '../../src/config/machine-policy-schema.ts';
import {
  POLICY_KEYS,
  type PolicySettings,
  policyValueOf,
} from '../../src/config/policy-settings.ts';
import { writerIn } from '../../src/config/windows-permissions.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { startProxy } from '../helpers/proxy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let connection: string;
const state = () => join(service.home, 'state');

/** Runs a line on a machine with a policy; returns its exit code, with the code of its error. */
async function outcomeOf(line: string, machinePolicyFile?: TrustedFile, env = {}): Promise<string> {
  const typed = { env, ...(machinePolicyFile && { machinePolicyFile }) };
  const { code, err } = await service.remit(`${line} --json`, typed);
  return code === 0 ? '0' : `${code} ${JSON.parse(err).error.code}`;
}

/** Returns a value whose objects have their members in ascending order, as a dialect is hashed. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}

const quick = (amount: number) => `pay quick ${connection} --amount ${amount} --yes`;

describe('on a sandbox', () => {
  beforeEach(async () => {
    service = await startService();
    const connections = await service.json<{ id: string }[]>('connection list');
    connection = connections[0]?.id ?? '';
  });
  afterEach(() => service.close());

  describe('a machine policy', () => {
    test('applies to a profile without rules, and cannot be widened by it', async () => {
      const machine = writeMachinePolicy({ maxPerPayment: 100 }, state());
      await service.remit('policy set maxPerPayment 5000');
      expect(await outcomeOf(quick(100.01), machine)).toBe('14 over_payment_limit');
      await service.remit('policy set maxPerPayment 50');
      expect(await outcomeOf(quick(50.01), machine)).toBe('14 over_payment_limit');
      expect(await outcomeOf(quick(50), machine)).toBe('0');
    });

    test('is lifted by no variable, flag, profile or home directory', async () => {
      const machine = writeMachinePolicy({ maxPerPayment: 100 }, state());
      const address = service.baseUrl.replace('127.0.0.1', 'localhost');
      await service.remit('profile set environment test');
      expect(await outcomeOf(quick(200), machine)).toBe('3 configuration');
      await service.remit('profile unset environment');
      await service.remit(`profile set baseUrl ${service.baseUrl} -P other`);
      const token = await service.file('token', service.token);
      for (const [line, env] of [
        [`${quick(200)} -P other --token-file ${token} -b ${service.payer}`, {}],
        [`${quick(200)} --base-url ${address} --token-file ${token}`, {}],
        [quick(200), { REMIT_BASE_URL: service.baseUrl, REMIT_TOKEN: service.token }],
        [
          `${quick(200)} --base-url ${service.baseUrl} --token-file ${token} -b ${service.payer}`,
          { REMIT_HOME: join(service.cwd, 'home') },
        ],
      ] as const) {
        expect([line, await outcomeOf(line, machine, env)]).toEqual([
          line,
          '14 over_payment_limit',
        ]);
      }
    });

    test('binds every service but its own exemptions', async () => {
      const exempt = { exemptOrigins: ['http://127.0.0.1:*'], maxPerPayment: 100 };
      expect(await outcomeOf(quick(200), writeMachinePolicy(exempt))).toBe('0');
      const binds =
        (...exemptOrigins: string[]) =>
        (origin: string) =>
          bindsOrigin({ exemptOrigins }, origin);
      expect(binds('http://127.0.0.1:*')('http://127.0.0.1:4010')).toBe(false);
      expect(binds('http://127.0.0.1:*')('http://127.0.0.1.pay.example:4010')).toBe(true);
      expect(binds('http://127.0.0.1:*')('https://127.0.0.1:4010')).toBe(true);
      expect(binds('https://pay.example')('https://pay.example')).toBe(false);
      expect(binds('https://pay.example')('https://pay.example:8443')).toBe(true);
      expect(binds()('http://127.0.0.1:1')).toBe(true);
    });

    test('names the only journal, so that no other directory forgets what was paid', async () => {
      const machine = writeMachinePolicy({ maxPerDay: 100 });
      expect(await outcomeOf(quick(60), machine)).toBe('0');
      const elsewhere = { XDG_STATE_HOME: join(service.cwd, 'elsewhere') };
      expect(await outcomeOf(quick(41), machine, elsewhere)).toBe('14 over_day_limit');
      const database = { REMIT_JOURNAL_DATABASE: 'postgres://me@127.0.0.1/other' };
      expect(await outcomeOf(quick(1), machine, database)).toBe('3 configuration');
      chmodSync(dirname(machine.file), 0o777);
      expect(await outcomeOf(quick(1), machine)).toBe('3 machine_policy');
    });

    test('refuses another journal in the place of the one that it names', async () => {
      const wrong = { journal: { place: state(), id: 'jrn_other' } };
      expect(await outcomeOf(quick(1), writeMachinePolicy(wrong))).toBe('3 configuration');
      const { openJournal } = await import('../../src/money/journal/journal.ts');
      const journal = await openJournal(state(), { pid: process.pid, isAlive: () => true });
      await journal.close();
      const right = { journal: { place: state(), id: journal.id } };
      expect(await outcomeOf(quick(1), writeMachinePolicy(right))).toBe('0');
    });

    test('refuses a journal in a directory that others can write', async () => {
      const folder = join(service.cwd, 'open');
      mkdirSync(folder);
      chmodSync(folder, 0o777);
      const machine = writeMachinePolicy({ maxPerDay: 100 }, join(folder, 'journal'));
      expect(await outcomeOf(quick(1), machine)).toBe('3 unsafe_permissions');
    });

    test('stops a request that is not understood, even without a limit', async () => {
      const machine = writeMachinePolicy({}, state());
      expect(await outcomeOf('api POST /api/transfers -F amount=1 --yes', machine)).toBe(
        '14 amount_unknown',
      );
    });

    test('makes every write read-only, and leaves reads alone', async () => {
      const machine = writeMachinePolicy({ readOnly: true }, state());
      expect(await outcomeOf('payable list', machine)).toBe('0');
      for (const line of [
        quick(1),
        `business set-alias ${service.payer} A`,
        `${quick(1)} --dry-run`,
      ]) {
        expect([line, await outcomeOf(line, machine)]).toEqual([line, '14 read_only']);
      }
    });

    test('pins the dialect, and lists the members that it may add', async () => {
      const dialect = {
        version: 1,
        extraMembers: { 'pay.quickPay': { costCenter: { type: 'number', movesNoMoney: true } } },
      };
      const file = await service.file('dialect.json', JSON.stringify(dialect));
      const pinned = writeMachinePolicy({ dialectHash: '0'.repeat(64) }, state());
      expect(await outcomeOf(quick(1), pinned)).toBe('14 dialect_not_allowed');
      const without = writeMachinePolicy({}, state());
      const named = writeMachinePolicy({ dialectHash: 'none' }, state());
      expect(await outcomeOf(quick(1), without)).toBe('0');
      await service.remit(`profile set dialect ${file}`);
      expect(await outcomeOf(quick(2), without)).toBe('14 dialect_not_allowed');
      expect(await outcomeOf(quick(2), named)).toBe('14 dialect_not_allowed');
      expect(await outcomeOf(quick(2), pinned)).toBe('14 dialect_not_allowed');
      const hash = createHash('sha256')
        .update(JSON.stringify(sorted(dialect)))
        .digest('hex');
      expect(await outcomeOf(quick(2), writeMachinePolicy({ dialectHash: hash }, state()))).toBe(
        '0',
      );
      const none = writeMachinePolicy({ dialectHash: hash, extraMembers: [] }, state());
      expect(await outcomeOf(`${quick(3)} -F costCenter=42`, none)).toBe('14 member_not_allowed');
      const listed = { dialectHash: hash, extraMembers: ['pay.quickPay.costCenter'] };
      const line = `${quick(3)} -F costCenter=42 --dry-run`;
      expect(await outcomeOf(line, writeMachinePolicy(listed, state()))).toBe('0');
    });
  });

  test('judges the dialect by which the request is made, whatever its file contains meanwhile', async () => {
    const machine = writeMachinePolicy({}, state());
    const file = await service.file('dialect.json', '{"version":1,"names":{"accountType":"kind"}}');
    await service.remit(`profile set dialect ${file}`);
    // The service's first response comes after the dialect was read, and before the policy is checked.
    const between = await startProxy(service.baseUrl, ({ passOn }) => {
      writeFileSync(file, '{"version":1}');
      return passOn();
    });
    const env = { REMIT_BASE_URL: between.baseUrl, REMIT_TOKEN: service.token };
    expect(await outcomeOf(quick(4), machine, env)).toBe('14 dialect_not_allowed');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ version: 1 });
    await between.close();
  });

  test('judges no unresolved payment by records that a dialect of the user renames', async () => {
    const machine = writeMachinePolicy({ maxPerDay: 100 }, state());
    await service.json('sandbox fault add --operation pay.quickPay --drop after');
    expect(await outcomeOf(quick(60), machine)).toBe('10 outcome_unknown');
    await service.remit('dialect set accountType account_type');
    const reconcile = 'journal reconcile --quiet-period 0';
    expect(await outcomeOf(reconcile, machine)).toBe('14 dialect_not_allowed');
    await service.remit('dialect unset accountType');
    expect(await service.json('journal list --unresolved')).toHaveLength(1);
    expect(await outcomeOf(quick(60.01), machine)).toBe('14 over_day_limit');
  });

  test('a dialect that maps nothing any more counts as none', async () => {
    const machine = writeMachinePolicy({}, state());
    await service.remit('dialect set accountType account_type');
    expect(await outcomeOf(quick(4), machine)).toBe('14 dialect_not_allowed');
    await service.remit('dialect unset accountType');
    expect(await outcomeOf(quick(4), machine)).toBe('0');
  });

  describe('a policy file that cannot be trusted', () => {
    test('stops every write, and none that only reads', async () => {
      const place = writeMachinePolicy({ maxPerPayment: 100 }, state());
      writeFileSync(place.file, '');
      for (const line of [
        quick(1),
        `business set-alias ${service.payer} Acme`,
        'api POST /x --yes',
      ]) {
        expect([line, await outcomeOf(line, place)]).toEqual([line, '3 machine_policy']);
      }
      expect(await outcomeOf('payable list', place)).toBe('0');
    });

    test('only its absence means that there is none', async () => {
      const place = writeMachinePolicy({ maxPerPayment: 100 }, state());
      rmSync(place.file);
      expect(await outcomeOf(quick(200), place)).toBe('0');
      rmSync(place.top, { recursive: true });
      expect(await outcomeOf(quick(201), place)).toBe('0');
    });
  });

  describe('where sandboxes are bound,', () => {
    const line = '"exemptOrigins": ["http://127.0.0.1:*"]';

    test('the demo ends before its story, with what an administrator would add', async () => {
      const machinePolicyFile = writeMachinePolicy({ maxPerDay: 100 });
      const { code, out, err } = await service.remit('demo', { machinePolicyFile });
      expect([code, out]).toEqual([3, '']);
      expect(err).toContain(line);
    });

    test('a sandbox starts as a real service, with what an administrator would add', async () => {
      const machinePolicyFile = writeMachinePolicy({ maxPerDay: 100 });
      const start = `sandbox start --dir ${service.home}/data/sandbox`;
      const bound = await service.remit(start, { machinePolicyFile });
      expect([bound.code, bound.err]).toEqual([0, expect.stringContaining(line)]);
      const profile = await service.json('profile show sandbox');
      expect([profile['baseUrl'], profile['environment']]).toEqual([service.baseUrl, undefined]);
      const exempt = writeMachinePolicy({ exemptOrigins: ['http://127.0.0.1:*'] });
      const free = await service.remit(start, { machinePolicyFile: exempt });
      expect([free.code, free.err]).toEqual([0, expect.not.stringContaining(line)]);
      expect((await service.json('profile show sandbox'))['environment']).toBe('test');
    });
  });
});

describe('a policy file that is not the administrator’s alone is refused:', () => {
  const other = (process.getuid?.() ?? 0) + 1;

  test.each<[string, (place: TrustedFile) => TrustedFile | undefined]>([
    ['of another user', (place) => ({ ...place, owner: other })],
    ['writable by others', (place) => void chmodSync(place.file, 0o666)],
    ['writable by a group', (place) => void chmodSync(place.file, 0o664)],
    ['in a directory that others can write', (place) => void chmodSync(place.top, 0o777)],
    [
      'that is a directory',
      (place) => {
        rmSync(place.file);
        return void mkdirSync(place.file);
      },
    ],
    [
      'that is a symbolic link',
      (place) => {
        renameSync(place.file, `${place.file}.real`);
        return void symlinkSync(`${place.file}.real`, place.file);
      },
    ],
    [
      'that is a dangling link',
      (place) => {
        rmSync(place.file);
        return void symlinkSync('none', place.file);
      },
    ],
    [
      'with a missing file in a directory of another user',
      (place) => {
        rmSync(place.file);
        return { ...place, owner: other };
      },
    ],
    ['below a file', (place) => ({ ...place, file: join(place.file, 'policy.json') })],
    ['that is empty', (place) => void writeFileSync(place.file, '')],
    ['that is not an object', (place) => void writeFileSync(place.file, '[]')],
    [
      'with an unknown member',
      (place) => void writeFileSync(place.file, '{"maxPerDy":1,"journal":{"place":"/x"}}'),
    ],
    ['without a journal', (place) => void writeFileSync(place.file, '{"maxPerDay":1}')],
    [
      'with a negative amount',
      (place) => void writeFileSync(place.file, '{"maxPerDay":-1,"journal":{"place":"/x"}}'),
    ],
    [
      'with a database that variables would complete',
      (place) => void writeFileSync(place.file, '{"journal":{"place":"postgres://me@/journal"}}'),
    ],
    [
      'that requires approval by nobody',
      (place) =>
        void writeFileSync(place.file, '{"requireApproval":true,"journal":{"place":"/x"}}'),
    ],
  ])('%s', async (_, damage) => {
    const place = writeMachinePolicy({ maxPerPayment: 100 }, '/var/lib/remit');
    const machinePolicyFile = damage(place) ?? place;
    await expect(readMachinePolicy({ platform: 'linux', machinePolicyFile })).rejects.toThrow(
      MachinePolicyError,
    );
  });
});

test('the place of the file depends on the platform alone', () => {
  expect(machinePolicyFile('linux').file).toBe('/etc/remit/policy.json');
  expect(machinePolicyFile('darwin').file).toBe('/private/etc/remit/policy.json');
  expect(machinePolicyFile('win32').file).toBe('C:\\ProgramData\\remit\\policy.json');
});

test('of the machine and the profile the stricter rule wins, in any combination', () => {
  const amount = fc.option(
    fc.nat({ max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2)),
    {
      nil: undefined,
    },
  );
  const ids = fc.option(fc.subarray(['fs_1', 'fs_2', 'conn_1', 'biz_1']), { nil: undefined });
  const truth = fc.option(fc.boolean(), { nil: undefined });
  const rules = fc.record({
    readOnly: truth,
    maxPerPayment: amount,
    maxPerDay: amount,
    allowedBankAccounts: ids,
    allowedPayees: ids,
    requireApproval: truth,
    newPayee: fc.constantFrom('warn', 'approve', undefined),
    duplicateInvoices: fc.constantFrom('warn', 'block', undefined),
    approvals: fc.record({
      required: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      signers: fc.option(fc.constantFrom('/a', '/b'), { nil: undefined }),
    }),
  });
  const place = { file: '/etc/remit/policy.json', exemptOrigins: [], journal: { place: '/j' } };
  fc.assert(
    fc.property(rules, rules, (ofMachine, ofProfile) => {
      const both = combinePolicies({ ...ofMachine, ...place } as MachinePolicy, ofProfile);
      expect([...laxerRules(both, ofMachine), ...laxerRules(both, ofProfile)]).toEqual([]);
      expect(both.approvals?.signers).toBe(ofMachine.approvals.signers);
    }),
  );
});

/** Returns the names of rules of `both` that allow more than `one` does. */
function laxerRules(both: PolicySettings, one: PolicySettings): readonly string[] {
  return POLICY_KEYS.filter((key) => {
    const [found, own] = [policyValueOf(both, key), policyValueOf(one, key)];
    if (own === undefined || own === false || key === 'approvals.signers') return false;
    if (found === undefined) return true;
    if (Array.isArray(own)) return !(found as string[]).every((id) => own.includes(id));
    if (key === 'approvals.required') return Number(found) < Number(own);
    return own === true ? found !== true : Number(found) > Number(own);
  });
}

test.each([
  ['O:BAG:SYD:PAI(A;;FA;;;SY)(A;;FA;;;BA)(A;;0x1200a9;;;BU)', undefined],
  ['O:SYG:SYD:ARAI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;FR;;;BU)', undefined],
  ['O:BAG:SYD:(A;OICIIO;GA;;;CO)(A;;FA;;;BA)', undefined],
  ['O:BUG:SYD:(A;;FA;;;BA)', 'belongs to BU, not to the administrators'],
  ['O:BAG:SYD:(A;;FA;;;BA)(A;;0x1301bf;;;BU)', 'is writable by BU'],
  ['O:BAG:SYD:(A;;FA;;;BA)(A;;FW;;;S-1-5-21-1-2-3-1001)', 'is writable by S-1-5-21-1-2-3-1001'],
  ['O:BAG:SYD:NO_ACCESS_CONTROL', 'is writable by everyone'],
  ['', 'has permissions that cannot be read'],
])('permissions on Windows: %s', (descriptor, reason) => {
  expect(writerIn(descriptor)).toBe(reason);
});
