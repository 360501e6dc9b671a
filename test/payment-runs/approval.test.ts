import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
  const [id] = await approvedPayables(service, [100]);
  await service.file('payments.csv', `payableId\n${id}\n`);
});
afterEach(() => service.close());

const failureIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
const plan = () => service.remit('run plan --file payments.csv --out run.json --force');
const apply = async () => {
  const { code, err } = await service.remit('run apply run.json --yes --json');
  return code === 0 ? 'applied' : `${code} ${failureIn(err).code}`;
};

/** The home of another person, who has a key of this name. */
async function person(name: string) {
  const env = { REMIT_HOME: join(service.home, '..', name) };
  const run = (line: string) => service.remit(line, { env });
  const { publicKey } = JSON.parse((await run(`run key create ${name} --json`)).out);
  return { run, publicKey: String(publicKey) };
}

test('a profile that requires approval pays only signed plans', async () => {
  await service.remit('profile set run.requireApproval true');
  await plan();
  expect(await apply()).toBe('14 not_approved');
  const bo = await person('bo');
  const before = JSON.parse(await readFile(join(service.cwd, 'run.json'), 'utf8'));
  expect((await bo.run('run approve run.json --key bo --yes')).code).toBe(0);
  const after = JSON.parse(await readFile(join(service.cwd, 'run.json'), 'utf8'));
  expect([after.hash, after.plan]).toEqual([before.hash, before.plan]);
  expect((await stat(join(service.cwd, 'run.json'))).mode & 0o777).toBe(0o600);

  expect(await apply()).toBe('14 not_approved');
  await service.remit(`run key trust bo ${bo.publicKey} --yes`);
  expect(await service.json('run show run.json')).toMatchObject({
    signatures: [{ name: 'bo', standing: 'approves' }],
  });
  expect(await apply()).toBe('applied');
  expect((await paymentsOf(service)).size).toBe(1);
});

test('the maker of a plan cannot be its second approver', async () => {
  await service.remit('profile set run.requireApproval true');
  const { publicKey } = await service.json('run key create ada');
  await service.remit(`run key trust ada ${publicKey} --yes`);
  await plan();
  const { code, err } = await service.remit('run approve run.json --key ada --yes --json');
  expect([code, failureIn(err).code]).toEqual([14, 'same_person']);

  await service.remit('profile unset run.requireApproval');
  expect((await service.remit('run approve run.json --key ada --yes')).code).toBe(0);
  await service.remit('profile set run.requireApproval true');
  expect(await apply()).toBe('14 not_approved');
});

test("above the policy's limit a second approver is required, below it not", async () => {
  await service.remit('policy set twoPersonsAbove 99.99');
  await plan();
  expect(await apply()).toBe('14 not_approved');
  await service.remit('policy set twoPersonsAbove 100');
  expect(await apply()).toBe('applied');
});

test('with a second approver the policy allows the payment', async () => {
  await service.remit('policy set twoPersonsAbove 50');
  await plan();
  const bo = await person('bo');
  await service.remit(`run key trust bo ${bo.publicKey} --yes`);
  await bo.run('run approve run.json --key bo --yes');
  expect(await apply()).toBe('applied');
});

test('a signature covers the plan, the name and the time', async () => {
  await service.remit('profile set run.requireApproval true');
  await plan();
  const bo = await person('bo');
  await service.remit(`run key trust bo ${bo.publicKey} --yes`);
  await bo.run('run approve run.json --key bo --yes');
  const file = join(service.cwd, 'run.json');
  const good = JSON.parse(await readFile(file, 'utf8'));
  for (const change of [
    { name: 'cy' },
    { at: '2020-01-01T00:00:00.000Z' },
    { signature: 'A'.repeat(86) },
    { signature: 'not base64' },
    { publicKey: 'A'.repeat(43) },
  ]) {
    const signatures = [{ ...good.signatures[0], ...change }];
    await writeFile(file, JSON.stringify({ ...good, signatures }));
    expect(await apply(), JSON.stringify(change)).toBe('14 not_approved');
  }
  const [another] = await approvedPayables(service, [5], 'S');
  await service.file('payments.csv', `payableId\n${another}\n`);
  await plan();
  const other = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...other, signatures: good.signatures }));
  expect(await apply()).toBe('14 not_approved');
  expect((await paymentsOf(service)).size).toBe(0);
});

test('keys are private, are created once, and are listed with the trusted ones', async () => {
  const { publicKey } = await service.json('run key create ada');
  const kept = join(service.home, 'state', 'keys', 'ada.key');
  expect((await stat(kept)).mode & 0o777).toBe(0o600);
  expect((await service.remit('run key create ada')).code).toBe(2);
  expect((await service.remit('run key create ../x')).code).toBe(2);
  expect((await service.remit('run key trust bo short --yes')).code).toBe(2);
  await service.remit(`run key trust bo ${'B'.repeat(43)} --yes`);
  expect(await service.json('run key list')).toEqual([
    { name: 'ada', kind: 'own', publicKey },
    { name: 'bo', kind: 'trusted', publicKey: 'B'.repeat(43) },
  ]);
  expect((await service.remit('run key list --json')).out).not.toContain('"d"');
});
