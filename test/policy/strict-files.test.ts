import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { type Service, startPrepared } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from '../payment-runs/approved-payables.ts';

let service: Service;
let payable: string;
beforeEach(async () => {
  const prepared = await startPrepared('a payable of $500', (it) => approvedPayables(it, [500]));
  service = prepared.service;
  [payable = ''] = prepared.facts;
});
afterEach(async () => {
  expect((await paymentsOf(service)).size).toBe(0);
  await service.close();
});

const state = () => join(service.home, 'state');
const config = () => join(service.home, 'config', 'config.json');

/** Runs a line, and returns its exit code with the message of its error. */
async function refusal(line: string, typed: Parameters<Service['remit']>[1] = {}) {
  const { code, err } = await service.remit(`${line} --yes --json`, typed);
  return [code, JSON.parse(err.trim().split('\n').at(-1) ?? '').error.message];
}
const pay = (typed?: Parameters<Service['remit']>[1]) => refusal(`pay initiate ${payable}`, typed);

test.each([
  ['a limit', '"maxPerDay":100,"maxPerDay":9999999'],
  ['a limit, written with an escape', '"maxPerDay":100,"maxPer\\u0044ay":9999999'],
  ['its signers', '"approvals":{"required":2,"required":1}'],
])('nothing is paid by a machine policy that states %s twice', async (_, rules) => {
  const machinePolicyFile = writeMachinePolicy({}, state());
  const { file } = machinePolicyFile;
  writeFileSync(file, readFileSync(file, 'utf8').replace('{', `{${rules},`));
  expect(await pay({ machinePolicyFile })).toEqual([3, expect.stringContaining('occurs twice')]);
  const { code } = await service.remit(`policy check --file ${file}`);
  expect(code).toBe(3);
});

test.each([
  ['a rule twice', '"policy.maxPerDay":"100","policy.maxPerDay":"9999999"', 'occurs twice'],
  ['a misspelled rule', '"policy.maxPerDy":"100"', 'unknown member'],
  ['no value of a rule', '"policy.maxPerDay":null', 'policy.maxPerDay'],
  ['a rule as a list', '"policy.maxPerDay":["100"]', 'policy.maxPerDay'],
  ['a truth as a text', '"policy.requireApproval":"true"', 'policy.requireApproval'],
  ['the payees as a text', '"policy.allowedPayees":"biz_1"', 'policy.allowedPayees'],
])('nothing is paid by a profile that states %s', async (_, member, message) => {
  await service.remit('profile set timeout 30');
  const text = readFileSync(config(), 'utf8');
  writeFileSync(config(), text.replace('"timeout"', `${member},"timeout"`));
  expect(await pay()).toEqual([3, expect.stringContaining(message)]);
});

test.each([
  ['a name twice', '{"version":1,"names":{"accountType":"a","accountType":"b"}}', 'occurs twice'],
  ['an unknown member', '{"version":1,"name":{}}', 'not a valid dialect'],
])('nothing is paid by a dialect that has %s', async (_, text, message) => {
  await service.remit(`profile set dialect ${await service.file('dialect.json', text)}`);
  expect(await pay()).toEqual([3, expect.stringContaining(message)]);
});

test('nothing is paid by a dialect that another user could have written, by a link neither', async () => {
  const folder = join(service.cwd, 'shared');
  mkdirSync(folder);
  const path = join(folder, 'dialect.json');
  const link = join(service.cwd, 'link.json');
  writeFileSync(path, '{"version":1}');
  symlinkSync(path, link);
  for (const named of [path, link]) {
    await service.remit(`profile set dialect ${named}`);
    expect((await service.remit('payable list')).code).toBe(0);
    for (const [spoiled, mode] of [
      [folder, 0o777],
      [path, 0o666],
    ] as const) {
      chmodSync(spoiled, mode);
      expect(await pay()).toEqual([3, expect.stringContaining(`${spoiled} is writable`)]);
      chmodSync(spoiled, mode & 0o755);
    }
  }
});

test('nothing is paid by a plan that states a member twice, or an unknown one', async () => {
  await service.remit('run plan --out run.json');
  const text = readFileSync(join(service.cwd, 'run.json'), 'utf8');
  for (const [from, to] of [
    [/"signatures"/, '"signatures":[],"signatures"'],
    [/"plan":\s*\{/, '"plan":{"currency":"EUR",'],
    [/"payableId"/, '"payableId":"pay_other","payableId"'],
    [/"cents":\s*(\d+)/, '"cents":"$1"'],
  ] as const) {
    expect(text).toMatch(from);
    await service.file('edited.json', text.replace(from, to));
    const [code, message] = await refusal('run apply edited.json');
    expect([to, code, message]).toEqual([to, 3, expect.stringContaining('is not a plan')]);
  }
});
