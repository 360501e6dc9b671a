import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canRun, type Office, openOffice } from './set-up.ts';

// The journal belongs to the account remit, and the policy to root. What remit puts in the place of the journal must not
// become root's work.

describe.runIf(canRun)('root adopts a journal of another account', () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(1);
  });
  afterAll(() => office?.close());

  const adopt = () => office.run('root', 'cd / && remit journal adopt --yes --json');
  const policy = () => office.must('root', 'cat /etc/remit/policy.json');
  const asRemit = (script: string) => office.must('remit', script);
  const verified = async () => {
    const as = 'REMIT_HOME=/var/lib/remit/home REMIT_PROFILE=live';
    return JSON.parse(await asRemit(`${as} remit journal verify --json`)).journal;
  };

  test('the guide has written its id into the rules, whose owner and mode stay', async () => {
    expect(await office.must('root', 'stat -c "%U %G %a" /etc/remit/policy.json')).toBe(
      'root root 644\n',
    );
    expect(await office.must('root', 'ls -A /etc/remit')).toBe('allowed_signers\npolicy.json\n');
    const { journal, ...rules } = JSON.parse(await policy());
    expect(journal).toEqual({ place: '/var/lib/remit/journal', id: await verified() });
    expect(Object.keys(rules)).toEqual([
      'maxPerPayment',
      'maxPerDay',
      'requireApproval',
      'approvals',
      'dialectHash',
    ]);
  });

  test('every file of the journal is of the account that has it', async () => {
    const owners = await office.must('root', 'stat -c %U /var/lib/remit/journal/*');
    expect([...new Set(owners.trim().split('\n'))]).toEqual(['remit']);
  });

  test.each(['ada', 'bo', 'eve', 'remit'] as const)('%s changes nothing by it', async (who) => {
    const before = await policy();
    const home = who === 'remit' ? 'REMIT_HOME=/var/lib/remit/home' : '';
    const { code } = await office.run(who, `${home} remit journal adopt --yes`);
    expect([code === 0 && who !== 'remit', await policy()]).toEqual([false, before]);
  });

  test('a journal that remit replaced is refused, with what root must run, until root ran it', async () => {
    const before = JSON.parse(await policy());
    await asRemit('cd /var/lib/remit/journal && mkdir old && mv journal.db* old');
    const used = 'sudo -n -u remit remit-pay journal list --json';
    const refused = await office.run('ada', used);
    expect([refused.code, refused.err]).toEqual([
      3,
      expect.stringContaining('remit journal adopt'),
    ]);
    const { code, out } = await adopt();
    const { journal: id, replaces } = JSON.parse(out);
    expect([code, replaces]).toEqual([0, before.journal.id]);
    expect(JSON.parse(await policy())).toEqual({ ...before, journal: { ...before.journal, id } });
    expect(await verified()).toBe(id);
    expect((await office.run('ada', used)).code).toBe(0);
  });

  test.each([
    ['the journal', 'ln -s /root/made-by-root journal.db'],
    ['its log', 'ln -s /root/made-by-root journal.db-wal'],
    ['its directory', 'cd .. && mv journal gone; ln -s /root journal'],
  ])('root writes nothing through a link in place of %s', async (_, script) => {
    const before = await policy();
    // What is above belongs to root: a directory of remit's own takes its place.
    await office.must(
      'root',
      'rm -rf /mnt/own; install -d -o remit -g remit -m 700 /mnt/own/journal',
    );
    await office.must('root', 'chown remit /mnt/own');
    const moved = JSON.stringify({ ...JSON.parse(before), journal: { place: '/mnt/own/journal' } });
    await office.must('root', 'cat > /etc/remit/policy.json', { input: moved });
    await asRemit(`cd /mnt/own/journal && ${script}`);
    expect((await adopt()).code).toBe(3);
    expect([await policy(), (await office.run('root', 'ls /root/made-by-root')).code]).toEqual([
      moved,
      2,
    ]);
    await office.must('root', 'cat > /etc/remit/policy.json', { input: before });
  });
});
