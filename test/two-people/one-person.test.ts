import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Attack,
  approvedPlans,
  commands,
  dialects,
  places,
  requests,
  rules,
  tools,
} from './attacks.ts';
import type { Person } from './machine.ts';
import { canRun, type Office, openOffice } from './set-up.ts';

// Ada has more than the guide gives her: a token, the program and the journal are her own. Only the rules and the list of
// signers, in which she is, are root's.

/** How an attempt ended. */
interface Ended {
  readonly name: string;
  readonly code: number | undefined;
  readonly said: string;
}

describe.runIf(canRun)('one person with a token of their own', () => {
  let office: Office;
  let env: Readonly<Record<string, string>>;
  const ended: Ended[] = [];

  const rule = async (rules: object) => {
    const approvals = { signers: '/etc/remit/allowed_signers', revoked: '/etc/remit/revoked' };
    const id = await office.run('ada', 'remit journal verify --json', { env });
    const journal = { place: '/home/ada/journal', id: JSON.parse(id.out || '{}').journal };
    const input = JSON.stringify({ journal, approvals, ...rules });
    await office.must('root', 'cat > /etc/remit/policy.json', { input });
  };

  /** All that left the account, in cents. */
  const spent = async (): Promise<readonly number[]> => {
    const events = await Promise.all(
      ['payment.created', 'withdrawal.created'].map((type) =>
        office.service.control('GET', `/sandbox/events?type=${type}`),
      ),
    );
    return (events.flat() as { data: { amount: number } }[]).map(({ data }) =>
      Math.round(data.amount * 100),
    );
  };

  /** Writes a plan of a payable that ada and another person signed. */
  const approvedPlan = async (name: string, payable: string, other: Person, flags = '') => {
    const plan = `echo "payableId\n${payable}" | remit run plan --file - --key ~/.ssh/id_ed25519 ${flags}`;
    await office.must('ada', `${plan} > ${name}.json`, { env });
    const show = `remit run show ${name}.json --signable approver --person ${other}`;
    const text = await office.must('ada', show, { env });
    const sign = 'ssh-keygen -q -Y sign -n remit-plan -f ~/.ssh/id_ed25519 text';
    const signed = await office.must(
      other,
      `cat > text; rm -f text.sig; ${sign} && cat text text.sig`,
      { input: text },
    );
    const approve = `remit run approve ${name}.json --signature - --yes`;
    await office.must('ada', approve, { env, input: signed });
  };

  const attempt = async ({ name, script }: Attack) => {
    const before = await spent();
    const { code, out, err } = await office.run('ada', script, { env });
    const lines = `${err}\n${out}`
      .split('\n')
      .filter((line) => line.startsWith('remit: ') || line.includes('"isError"'));
    ended.push({
      name,
      code,
      said: (lines.at(-1) ?? err.split('\n')[0] ?? '').replace(/^remit: /, ''),
    });
    expect([name, await spent()]).toEqual([name, before]);
    return code;
  };

  beforeAll(async () => {
    office = await openOffice(8);
    const { baseUrl, token, payer } = office.service;
    const [connection] = await office.service.json<{ id: string }[]>('connection list');
    const [bank] = await office.service.json<{ id: string }[]>(`bank list -b ${payer}`);
    const [P = '', Q = ''] = office.payables;
    env = {
      ...{ U: baseUrl, PORT: new URL(baseUrl).port, TOKEN: token, B: payer, P, Q },
      ...{ C: connection?.id ?? '', F: bank?.id ?? '' },
    };
    const key = (who: Person) =>
      `echo ${who} namespaces=\\"remit-plan\\" $(cut -d" " -f1,2 ~${who}/.ssh/id_ed25519.pub)`;
    await office.must(
      'root',
      `{ ${key('ada')}; ${key('bo')}; ${key('eve')}; } > /etc/remit/allowed_signers; : > /etc/remit/revoked`,
    );
    await office.must('ada', 'mkdir -m 700 ~/journal');
    await office.must(
      'ada',
      'remit auth login -P live --base-url $U --with-token && remit profile use live && remit profile set business $B',
      { env, input: token },
    );
    await rule({ requireApproval: true });
    // What two people approved: one is paid at once, the others lose what they need.
    const [, , good = '', late = '', off = ''] = office.payables;
    await office.service.control('POST', '/sandbox/ledger/credits', {
      businessId: payer,
      amount: 50,
    });
    await approvedPlan('good', good, 'bo');
    await office.must('ada', 'remit run apply good.json --yes', { env });
    await approvedPlan('late', late, 'bo', '--expires 1');
    await approvedPlan('off', off, 'eve');
    await office.must('root', 'cut -d" " -f1,2 ~eve/.ssh/id_ed25519.pub > /etc/remit/revoked');
    await office.service.control('POST', '/sandbox/clock/advance', { by: 'P2D' });
    await rule({ requireApproval: true });
  });
  afterAll(async () => {
    await office?.close();
    const wide = Math.max(0, ...ended.map(({ name }) => name.length));
    const rows = ended.map(
      ({ name, code, said }) => `${name.padEnd(wide)}  ${code}  ${said.slice(0, 110)}`,
    );
    process.stdout.write(`\n${rows.join('\n')}\n${ended.length} attempts\n`);
  });

  const finished = ['a plan that was paid', 'a plan that was paid, from another home'];

  test.each([
    ...commands,
    ...requests,
    ...places,
    ...rules,
    ...tools,
    ...approvedPlans,
    ...dialects,
  ])('pays nothing: $name', async (attack) => {
    const code = await attempt(attack);
    // A run that is finished says so. Nothing else is done, in doubt, or not as it should be.
    if (finished.includes(attack.name)) expect([0, 14, 3]).toContain(code);
    else expect([0, 1, 10, 13]).not.toContain(code);
  });

  test('pays up to the limit above which a second person must approve, and no cent more, in whatever pieces', async () => {
    await rule({ dualApprovalAbove: '200' });
    const before = (await spent()).length;
    const quick = (dollars: number) => `remit pay quick $C --amount ${dollars} --yes`;
    const elsewhere = 'REMIT_HOME=~/pieces REMIT_TOKEN=$TOKEN REMIT_BASE_URL=$U';
    await office.must('ada', quick(40), { env });
    const intents = 'remit journal list --json --query "[].id" | tr -d "[]\\",\\n"';
    const pieces = [
      ...[quick(160.01), `${quick(40)} --allow-duplicate int_1`, quick(60.01)],
      `for it in 1 2 3 4 5 6; do ${quick(50)} & done; wait`,
      `for it in 0.2 0.3 0.4 0.5 0.6; do ${quick(30)} & sleep $it; kill -9 $!; done; wait`,
      `for it in $(${intents}); do remit journal resolve $it --not-applied --yes; done`,
      ...[quick(30), quick(60), `${elsewhere} ${quick(60)} -b $B --bank $F`],
      `rm -rf ~/journal; mkdir -m 700 ~/journal; ${quick(70)}`,
    ];
    for (const script of pieces) await office.run('ada', script, { env });
    const cents = (await spent()).slice(before);
    const said = `paid ${cents.map((it) => it / 100).join(' + ')} dollars`;
    ended.push({ name: 'quick payments in pieces, of $200.00', code: 0, said });
    expect(cents.reduce((sum, it) => sum + it, 0)).toBeLessThanOrEqual(20_000);
  });

  test('pays once root takes the rules away: what is above would have been noticed', async () => {
    await office.must('root', 'rm /etc/remit/policy.json');
    const before = (await spent()).length;
    const line =
      'REMIT_HOME=~/free REMIT_TOKEN=$TOKEN REMIT_BASE_URL=$U remit pay initiate $P -b $B --yes';
    await office.must('ada', line, { env });
    expect((await spent()).length).toBe(before + 1);
  });
});
