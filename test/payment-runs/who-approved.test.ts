import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFakeSshKeygen, writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';

// What real signatures mean is tested in signatures.test.ts, with the real ssh-keygen.

let service: Service;
let env: Readonly<Record<string, string>>;
beforeEach(async () => {
  service = await startService();
  await approvedPayables(service, [60]);
  env = { PATH: await writeFakeSshKeygen(join(service.cwd, 'bin')) };
  for (const name of ['ada', 'bo']) await writeSshKey(join(service.cwd, name), name);
});
afterEach(() => service.close());

const run = (line: string, path = env) => service.remit(line, { env: path });
const trust = async (...names: readonly string[]) => {
  for (const name of names) await run(`run key trust ${name} ${name}.pub --yes`);
};

/** Answers a question, and returns what was asked. */
async function asked(line: string, answer = 'n', path = env): Promise<string> {
  const typed = { tty: { stdin: true, stderr: true }, stdin: `${answer}\r` };
  return (await service.remit(line, { ...typed, env: path })).err;
}

describe('a question about a plan', () => {
  test('does not hide that nobody approved it, whoever made or signed it', async () => {
    await trust('ada');
    await run('run plan --out run.json');
    expect(await asked('run apply run.json')).toContain('Approved by: nobody');
    await run('run plan --key ada --out run.json --force');
    expect(await asked('run apply run.json')).toContain('Approved by: nobody');
    await run('run approve run.json --key bo --person bo --yes');
    expect(await asked('run apply run.json')).toContain('Approved by: nobody');
    expect((await paymentsOf(service)).size).toBe(0);
    expect(await asked('run apply run.json', '1900')).toContain('Approved by: nobody');
    expect((await paymentsOf(service)).size).toBe(2);
  });

  test('names who approved it, whatever is asked', async () => {
    await trust('ada', 'bo');
    await run('run plan --key ada --out run.json');
    expect(await asked('run approve run.json --key bo')).toContain('Approved by: nobody');
    await run('run approve run.json --key bo --yes');
    for (const command of ['apply', 'revoke', 'sign --key ada', 'approve --key bo']) {
      const [word = '', ...flags] = command.split(' ');
      const question = await asked(`run ${word} run.json ${flags.join(' ')}`);
      expect([command, question]).toEqual([command, expect.stringContaining('Approved by: bo')]);
    }
    const none = { PATH: join(service.cwd, 'empty') };
    expect(await asked('run revoke run.json', 'n', none)).toContain('Approved by: unknown');
  });
});

describe('the rule that demands a second signature is suggested', () => {
  const suggestion = 'No rule requires a second signature';
  const planned = async () => (await run('run plan --out run.json --force')).err;

  test('once for a profile whose signers are set up', async () => {
    expect(await planned()).not.toContain(suggestion);
    await trust('ada');
    expect(await planned()).toContain(suggestion);
    expect(await planned()).not.toContain(suggestion);
  });

  test.each(['requireApproval true', 'dualApprovalAbove 1000'])(
    'not where there is one: %s',
    async (rule) => {
      await trust('ada');
      await run(`policy set ${rule}`);
      expect(await planned()).not.toContain(suggestion);
    },
  );
});
