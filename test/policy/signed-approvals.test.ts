/** Approvals above `maxPerApproval`, which two people sign. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFakeSshKeygen, writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let env: Readonly<Record<string, string>>;
/** CL-1002 of $612.50 and CL-1004 of $2,205.00 are submitted. */
let [small, large] = ['', ''];
beforeEach(async () => {
  service = await startService();
  env = { PATH: await writeFakeSshKeygen(join(service.cwd, 'bin')) };
  for (const name of ['ada', 'bo', 'mallory']) {
    await writeSshKey(join(service.cwd, name), name);
    if (name !== 'mallory') await run(`run key trust ${name} ${name}.pub --yes`);
  }
  const idOf = async (number: string) =>
    (await service.json<{ id: string }[]>(`payable list --search ${number}`))[0]?.id ?? '';
  [small, large] = [await idOf('CL-1002'), await idOf('CL-1004')];
  await service.remit('policy set maxPerApproval 1000');
});
afterEach(() => service.close());

const run = (line: string) => service.remit(line, { env });
const statusOf = async (id: string) => (await service.json(`payable get ${id}`))['status'];

/** Returns the text of an approval, signed. */
async function signedBy(
  name: string,
  role: string,
  ids = large,
  { key = name, at = undefined as string | undefined } = {},
): Promise<string> {
  const printed = await run(`payable approve ${ids} --signable ${role} --person ${name}`);
  const out = at === undefined ? printed.out : printed.out.replace(/time: .*/, `time: ${at}`);
  const args = ['-Y', 'sign', '-n', 'remit-plan', '-f', join(service.cwd, key)];
  const program = join(service.cwd, 'bin', 'ssh-keygen');
  return out + execFileSync(program, args, { input: out, encoding: 'utf8' });
}

async function approve(signatures: readonly string[], ids = large) {
  await service.file('signed.txt', signatures.join(''));
  const { code, err } = await run(`payable approve ${ids} --signature signed.txt --yes --json`);
  return code === 0 ? '0' : `${code} ${JSON.parse(err.trim().split('\n').at(-1) ?? '').error.code}`;
}

test('an approval above the limit needs the signatures of its maker and of another person', async () => {
  const refused = await run(`payable approve ${large} --yes`);
  expect([refused.code, refused.err]).toEqual([
    14,
    expect.stringContaining(`remit payable approve ${large} --signable maker --person <name>`),
  ]);
  const [maker, approver] = [await signedBy('ada', 'maker'), await signedBy('bo', 'approver')];
  expect(maker).toContain(`payable: ${large} $2,205.00 {"invoice":"CL-1004"`);
  expect(await approve([maker])).toBe('14 not_approved');
  expect(await approve([approver])).toBe('14 not_approved');
  expect(await approve([maker, await signedBy('ada', 'approver')])).toBe('14 not_approved');
  const forged = await signedBy('bo', 'approver', large, { key: 'mallory' });
  expect(await approve([maker, forged])).toBe('14 not_approved');
  expect(await statusOf(large)).toBe('SUBMITTED');

  await service.file('signed.txt', maker + approver);
  const { code, err } = await run(`payable approve ${large} --signature signed.txt --yes`);
  expect([code, err]).toEqual([0, expect.stringContaining('Approved by: bo')]);
  expect(await statusOf(large)).toBe('APPROVED');
});

test('signatures count for these payables as they were, for a week', async () => {
  const signed = [await signedBy('ada', 'maker'), await signedBy('bo', 'approver')];
  expect(await approve(signed, `${small} ${large}`)).toBe('2 usage');
  const changed = signed.map((text) => text.replace('$2,205.00', '$22,050.00'));
  expect(await approve(changed)).toBe('2 usage');
  const at = new Date(Date.now() - 8 * 86_400_000).toISOString();
  const old = await signedBy('bo', 'approver', large, { at });
  expect(await approve([signed[0] ?? '', old])).toBe('14 signature_expired');
  expect(await statusOf(large)).toBe('SUBMITTED');

  const both = `${small} ${large}`;
  const of = [await signedBy('ada', 'maker', both), await signedBy('bo', 'approver', both)];
  expect(await approve(of, both)).toBe('0');
  expect([await statusOf(small), await statusOf(large)]).toEqual(['APPROVED', 'APPROVED']);
});

test('the number of approvers is that of plans', async () => {
  await service.remit('policy set approvals.required 2');
  const signed = [await signedBy('ada', 'maker'), await signedBy('bo', 'approver')];
  expect(await approve(signed)).toBe('14 not_approved');
});

test.each([
  '--signable maker',
  '--person ada',
  '--signable maker --person ada --signature signed.txt',
  '--where --payee Coastal --signature signed.txt',
])('flags that do not belong together are refused: %s', async (flags) => {
  const ids = flags.includes('--where') ? '' : large;
  expect((await run(`payable approve ${ids} ${flags}`)).code).toBe(2);
});
