import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canUnshare } from '../helpers/mount-namespace.ts';
import { often } from '../helpers/property-runs.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from '../payment-runs/approved-payables.ts';
import { type Machine, makeMachine, type Person } from './machine.ts';

// Ada runs the program under her own account, and names the temporary directory. Beside it she runs a loop that puts a key of
// hers in the place of another person's, in every file that appears there.

/** How often each signature is tried; two hundred tries take ten minutes. */
const TRIES = often('REMIT_RACE_TRIES', 6);
/** As many as end before a command of the machine is given up. */
const TOGETHER = 20;

/** Replaces a key by another one, as text and decoded, in all files of the directories in a directory, but for those with a third key. */
const loop = `
const fs = require('node:fs');
const [, , top, from, to, spared] = process.argv;
const forms = ['utf8', 'base64'].map((form) => [from, to].map((key) => Buffer.from(key, form)));
function spoil(path) {
  try {
    const file = fs.openSync(path, 'r+');
    const content = fs.readFileSync(file);
    for (const [key, other] of spared && content.includes(spared) ? [] : forms) {
      const at = content.indexOf(key);
      if (at >= 0) fs.writeSync(file, other, 0, other.length, at);
    }
    fs.closeSync(file);
  } catch {}
}
console.log('running');
for (;;) {
  let directories = [];
  try { directories = fs.readdirSync(top); } catch {}
  for (const directory of directories) {
    let files = [];
    try { files = fs.readdirSync(top + '/' + directory); } catch {}
    for (const file of files) spoil(top + '/' + directory + '/' + file);
  }
}
`;

const timeout = 60_000 + TRIES * 3_000;

describe.runIf(canUnshare)(
  'while one person exchanges keys in their temporary directory',
  { timeout },
  () => {
    let machine: Machine;
    let service: Service;
    let env: Readonly<Record<string, string>>;
    const key = { ada: '', bo: '', eve: '', second: '', third: '' };

    const root = (path: string, input: string) => machine.must('root', `cat > ${path}`, { input });
    const policy = (rules: object) => {
      const approvals = { signers: '/etc/remit/allowed_signers', revoked: '/etc/remit/revoked' };
      const journal = { place: '/home/ada/journal' };
      return root('/etc/remit/policy.json', JSON.stringify({ journal, approvals, ...rules }));
    };

    /** Runs a line again and again beside the loop. Resolves to the exit codes that came, each once. */
    async function codesOf(line: string, exchange: readonly string[]): Promise<readonly string[]> {
      const codes = new Set<string>();
      for (let left = TRIES; left > 0; left -= TOGETHER) {
        const script = `mkdir -p ~/tmp
node loop.cjs ~/tmp ${exchange.join(' ')} > started & it=$!
until [ -s started ]; do sleep 0.05; done
for n in $(seq ${Math.min(left, TOGETHER)}); do TMPDIR=~/tmp ${line} > /dev/null 2>> said; echo $?; done
kill $it; rm -f started`;
        const out = await machine.must('ada', script, { env });
        for (const code of out.trim().split('\n')) codes.add(code);
      }
      return [...codes];
    }

    /** Signs the text of a role with a key, and writes both to a file of ada's. */
    const sign = async (
      text: string,
      {
        by,
        with: path,
        namespace,
        to,
      }: Record<'with' | 'namespace' | 'to', string> & { readonly by: Person },
    ) => {
      const line = `cat > text && ssh-keygen -q -Y sign -n ${namespace} -f ${path} < text > sig && cat text sig`;
      const signed = await machine.must(by, line, { input: text });
      await machine.must('ada', `cat > ${to}`, { input: signed });
    };

    /** Writes a plan that ada signed, and the approval of another person. */
    async function plan(name: string, payable: string, approver: 'bo' | 'eve', path: string) {
      const rows = `printf 'payableId\\n${payable}\\n' | remit run plan --file - --key ~/.ssh/id_ed25519`;
      await machine.must('ada', `${rows} > ${name}.json`, { env });
      const show = `remit run show ${name}.json --signable approver --person ${approver}`;
      const text = await machine.must('ada', show, { env });
      await sign(text, {
        by: path === '~/second' ? 'ada' : approver,
        with: path,
        namespace: 'remit-plan',
        to: `${name}.sig`,
      });
    }

    beforeAll(async () => {
      service = await startService();
      const [first = '', second = '', third = ''] = await approvedPayables(service, [9, 9, 9]);
      machine = await makeMachine();
      for (const person of ['ada', 'bo', 'eve'] as const) {
        const create = "mkdir -m 700 ~/.ssh; ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519";
        await machine.must(person, create);
      }
      await machine.must(
        'ada',
        "for n in second third; do ssh-keygen -q -t ed25519 -N '' -f ~/$n; done",
      );
      const read = async (person: 'ada' | 'bo' | 'eve', path: string) =>
        (await machine.must(person, `cut -d' ' -f2 ${path}.pub`)).trim();
      for (const person of ['ada', 'bo', 'eve'] as const) {
        key[person] = await read(person, '~/.ssh/id_ed25519');
      }
      for (const name of ['second', 'third'] as const) key[name] = await read('ada', `~/${name}`);
      await machine.must('root', 'install -d -m 755 /etc/remit');
      const lines = (['ada', 'bo', 'eve'] as const).map((it) => `${it} ssh-ed25519 ${key[it]}\n`);
      await root('/etc/remit/allowed_signers', lines.join(''));
      await root('/etc/remit/revoked', '');
      await policy({});
      await machine.must('ada', 'mkdir -m 700 ~/journal; cat > loop.cjs', { input: loop });
      env = { U: service.baseUrl, B: service.payer };
      const login = 'remit auth login -P live --base-url $U --with-token && remit profile use live';
      await machine.must('ada', `${login} && remit profile set business $B`, {
        env,
        input: service.token,
      });
      await plan('forged', first, 'bo', '~/second');
      await plan('approved', second, 'bo', '~/.ssh/id_ed25519');
      await plan('revoked', third, 'eve', '~/.ssh/id_ed25519');
      for (const name of ['approved', 'revoked']) {
        const line = `remit run approve ${name}.json --signature ${name}.sig --yes`;
        await machine.must('ada', line, { env });
      }
      // The signature of the second key, under bo's name, is written into the plan as the program would.
      await machine.must('ada', `cat > insert.cjs && node insert.cjs`, {
        input: `const fs = require('node:fs');
const plan = JSON.parse(fs.readFileSync('forged.json', 'utf8'));
const text = fs.readFileSync('forged.sig', 'utf8');
const at = /^time: (.*)$/m.exec(text)[1];
plan.signatures.push({ role: 'approver', person: 'bo', at, signature: text.slice(text.indexOf('-----BEGIN')) });
fs.writeFileSync('forged.json', JSON.stringify(plan));`,
      });
    });
    afterAll(async () => {
      await machine?.close();
      await service?.close();
    });

    test('no plan is paid that another person did not approve', async () => {
      await policy({ requireApproval: true });
      expect(await codesOf('remit run apply forged.json --yes', [key.bo, key.second])).toEqual([
        '14',
      ]);
      expect((await paymentsOf(service)).size).toBe(0);
    });

    test('a plan is paid that another person did approve', async () => {
      await policy({ requireApproval: true });
      const codes = await codesOf('remit run apply approved.json --yes', [key.bo, key.second]);
      expect(codes).toEqual(['0']);
      expect((await paymentsOf(service)).size).toBe(1);
    });

    test.for([
      ['a list of keys', (eve: string) => `echo ssh-ed25519 ${eve} > revoked`],
      [
        'a key revocation list',
        (eve: string) =>
          `echo ssh-ed25519 ${eve} > /mnt/eve.pub; rm revoked; ssh-keygen -q -k -f revoked /mnt/eve.pub; chmod 644 revoked`,
      ],
    ] as const)('no plan is paid whose approver is revoked by %s', async ([, write]) => {
      await policy({ requireApproval: true });
      await machine.must('root', `cd /etc/remit && ${write(key.eve)}`);
      const before = (await paymentsOf(service)).size;
      // The list of signers has ada's key, too, and stays as it is.
      const exchange = [key.eve, key.third, key.ada];
      expect(await codesOf('remit run apply revoked.json --yes', exchange)).toEqual(['14']);
      expect((await paymentsOf(service)).size).toBe(before);
    });

    test('no verdict counts that another person did not approve', async () => {
      await policy({});
      await service.json('sandbox fault add --operation pay.quickPay --drop after');
      const [connection] = await service.json<{ id: string }[]>('connection list');
      const lost = await machine.run('ada', `remit pay quick ${connection?.id} --amount 7 --yes`, {
        env,
      });
      expect(lost.code).toBe(10);
      const intents = await machine.must('ada', 'remit journal list --unresolved --json', { env });
      const [{ id }] = JSON.parse(intents);
      await machine.must(
        'ada',
        `remit journal resolve ${id} --not-applied --key ~/.ssh/id_ed25519 --yes`,
        { env },
      );
      const text = await machine.must(
        'ada',
        `remit journal resolve ${id} --approve --signable --person bo`,
        { env },
      );
      await sign(text, {
        by: 'ada',
        with: '~/second',
        namespace: 'remit-verdict',
        to: 'verdict.sig',
      });
      const line = `remit journal resolve ${id} --approve --signature verdict.sig --yes`;
      expect(await codesOf(line, [key.bo, key.second])).toEqual(['14']);
      const shown = await machine.must('ada', `remit journal show ${id} --json`, { env });
      expect(JSON.parse(shown).verdict).toBeNull();
    });
  },
);
