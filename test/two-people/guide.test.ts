import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quickPaymentsOf } from '../payment-runs/quick-payments.ts';
import { blocksBelow } from './guide.ts';
import type { Person } from './machine.ts';
import { canRun, type Office, openOffice } from './set-up.ts';

describe.runIf(canRun)('a machine that was set up as the guide says', () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
  });
  afterAll(() => office?.close());

  const fails = async (who: Person, script: string) => {
    const { code, out, err } = await office.run(who, script);
    expect([script, code === 0, out]).toEqual([script, false, '']);
    return err;
  };

  test.each(['ada', 'bo', 'eve'] as const)(
    '%s cannot read the token, nor change rules, signers, journal or launcher',
    async (who) => {
      const kept = [
        ...['/var/lib/remit', '/var/lib/remit/home', '/var/lib/remit/home/config/credentials.json'],
        ...['/var/lib/remit/journal', '/var/lib/remit/journal/journal.db', '/etc/remit'],
        ...['/etc/remit/policy.json', '/etc/remit/allowed_signers', '/etc/sudoers.d/remit'],
        ...[
          '/usr/local/bin',
          '/usr/local/bin/remit-pay',
          '/usr/local/bin/remit',
          '/var/lib/remit/empty',
        ],
      ];
      for (const path of kept) {
        await fails(who, `test -w ${path}`);
        await fails(who, `touch ${path}/x || mv ${path} ${path}.old`);
      }
      for (const path of kept.filter((it) => /home|journal|sudoers/.test(it))) {
        await fails(who, `cat ${path} || ls ${path}`);
      }
      await office.must('root', 'test -s /var/lib/remit/home/config/credentials.json');
    },
  );

  test.each([
    ...['sudo -n id', 'sudo -n -u remit id', 'sudo -n -u remit /usr/local/bin/remit pay list'],
    ...['sudo -n -u remit -s', 'sudo -n -u remit -i', 'sudo -n remit-pay status'],
    ...['sudo -n -u bo remit-pay status', 'sudo -n -u remit -g root remit-pay status'],
    ...['sudo -n -u remit sh -c "remit-pay status"', 'sudo -n -u remit /tmp/remit-pay status'],
    ...['sudo -n -u remit NODE_OPTIONS=--version remit-pay status'],
    ...['sudo -n -E -u remit remit-pay status', 'sudo -n -u remit -D /tmp remit-pay status'],
    ...['sudo -n -u remit -R /tmp remit-pay status', 'sudo -n -u remit -C 9 remit-pay status'],
    ...['sudo -n -u remit -e /etc/remit/policy.json', 'su remit -c id </dev/null'],
  ])('sudo lets nobody do: %s', async (line) => {
    for (const who of ['ada', 'eve'] as const) await fails(who, line);
  });

  test('nobody else calls the launcher, and it has no token of its own', async () => {
    expect(await fails('eve', 'sudo -n -u remit remit-pay status')).toContain('password');
    await fails('ada', 'remit-pay status');
  });

  test('the launcher refuses what would leave its account, and what could reach a file', async () => {
    const refused = [
      ...['-P test pay list', 'pay list -P test', 'pay list --profile=test', 'auth token'],
      ...['pay list -yPx', 'pay list --base-url http://127.0.0.1:9', 'pay list -H a:b', 'help'],
      ...[
        'run plan --out /tmp/x',
        'pay list --ca-file /tmp/x',
        'payable create --file /etc/passwd',
      ],
      ...['pay initiate x -F amount=@/etc/passwd', 'pay list -- -P x', 'run apply ~/run.json'],
      ...['policy set maxPerDay 1', 'profile list', 'api GET /api/profile', 'mcp serve', "''"],
      ...['run key trust eve x', 'dialect set x', 'journal adopt', 'journal export'],
      ...['journal resolve int_1 --applied --key ~/.ssh/id_ed25519', 'journal resolve --help=/x'],
      ...['journal resolve int_1 --approve --signature ~/x', 'journal reconcile --quiet-period 0'],
      ...['journal resolve int_1 --approve --signature x', 'run show - --signature=/etc/passwd'],
      ...[
        'journal resolve int_1 --approve --signature=x',
        'journal resolve int_1 -o --signature x',
      ],
    ];
    for (const line of refused) {
      const { code, out } = await office.run('ada', `sudo -n -u remit remit-pay ${line}`);
      expect([line, code, out]).toEqual([line, 2, '']);
    }
  });

  test('what ada sets in her environment, her directory and her limits does not reach remit', async () => {
    await office.must('ada', "echo 'throw 1' > ~/x.js; ln -s ~/x.js ~/package.json");
    const env = {
      ...{ NODE_OPTIONS: '--require=/home/ada/x.js', REMIT_BASE_URL: 'http://127.0.0.1:9' },
      ...{ REMIT_HOME: '/home/ada', REMIT_TOKEN: 'x', XDG_STATE_HOME: '/home/ada', TERM: '/x' },
    };
    const line = 'sudo -n -u remit remit-pay payable list --json';
    const { code, out } = await office.run('ada', line, { env });
    expect([code, JSON.parse(out).length > 0]).toEqual([0, true]);
    // No file may grow: the journal cannot be written, so nothing is sent.
    const starved = `ulimit -f 0; sudo -n -u remit remit-pay pay initiate ${office.payables[0]} --yes`;
    expect((await office.run('ada', starved)).code).not.toBe(0);
    const closed = 'sudo -n -u remit remit-pay payable list 0<&- 1>&- 2>&-';
    await office.run('ada', closed);
    expect((await office.paid()).size).toBe(0);
  });

  test('one person pays nothing', async () => {
    const pay = 'sudo -n -u remit remit-pay';
    const [id] = office.payables;
    const { code, err } = await office.run('ada', `${pay} pay initiate ${id} --yes --json`);
    expect([code, JSON.parse(err).error.code]).toEqual([14, 'not_approved']);
    expect((await office.paid()).size).toBe(0);
  });

  test('two people pay what both signed, step by step', async () => {
    const blocks = blocksBelow('A payment', office.service);
    expect(blocks.map(({ who }) => who)).toEqual(['ada', 'ada', 'bo', 'bo', 'ada']);
    const [plans, signs, approves, pays, revokes] = blocks.map(({ script }) => script);
    const early = async (who: Person) => {
      const line = 'sudo -n -u remit remit-pay run apply - --yes --json < run.json';
      const { code, err } = await office.run(who, line);
      expect([code, JSON.parse(err).error.code]).toEqual([14, 'not_approved']);
    };
    await office.must('ada', plans ?? '');
    await early('ada');
    await office.must('ada', signs ?? '');
    // Ada sends the plan to Bo.
    await office.must('root', 'install -o bo -g bo -m 600 ~ada/run.json ~bo/run.json');
    await early('bo');
    await office.must('bo', approves ?? '');
    await early('ada');
    expect((await office.paid()).size).toBe(0);
    await office.must('bo', pays ?? '');
    // Once more pays nothing more.
    await office.must('bo', pays ?? '');
    expect(await office.must('ada', revokes ?? '')).toMatch(/^[0-9a-f]{64}\s+20/);
    const { plan } = JSON.parse(await office.must('bo', 'cat run.json'));
    expect(plan.totals.count).toBeGreaterThan(office.payables.length);
    expect(await office.paid()).toEqual(
      new Map(
        plan.payments.map((row: { payableId: string; cents: number }) => [
          row.payableId,
          { times: 1, cents: row.cents },
        ]),
      ),
    );
  });

  test('an unknown outcome is resolved by two people, and not by one', async () => {
    const plan = 'sudo -n -u remit remit-pay run plan --file -';
    const [payable = ''] = await office.more(1);
    await office.must('ada', `${plan} > run.json`, { input: `payableId\n${payable}\n` });
    const [, signs, approves] = blocksBelow('A payment', office.service);
    await office.must('ada', signs?.script ?? '');
    await office.must('root', 'install -o bo -g bo -m 600 ~ada/run.json ~bo/run.json');
    await office.must('bo', approves?.script ?? '');
    await office.service.json('sandbox fault add --operation pay.bulkInitiate --drop after');
    const apply = 'sudo -n -u remit remit-pay run apply - --yes --json < run.json';
    expect((await office.run('bo', apply)).code).toBe(10);

    const list = 'sudo -n -u remit remit-pay journal list --unresolved --json';
    const unresolved = async () => JSON.parse(await office.must('ada', list));
    const [{ id }] = await unresolved();
    const remitPay = `sudo -n -u remit remit-pay journal resolve ${id}`;
    const alone = async (script: string, codes: readonly number[]) => {
      const { code } = await office.run('ada', script);
      expect([script, codes.includes(code ?? 0), (await unresolved()).length]).toEqual([
        script,
        true,
        1,
      ]);
    };
    const signed = (flags: string, text: string, person: string) =>
      `${remitPay} ${text} --signable --person ${person} > x.txt && rm -f x.txt.sig &&
      ssh-keygen -q -Y sign -n remit-verdict -f ~/.ssh/id_ed25519 x.txt && cat x.txt x.txt.sig | ${remitPay} ${flags} --signature - --yes`;
    await alone(`${remitPay} --not-applied --yes`, [2]);
    await alone(`${remitPay} --approve --yes`, [14]);
    await alone(signed('--not-applied', '--not-applied', 'bo'), [14]);
    await alone(signed('--not-applied', '--not-applied', 'ada'), [0]);
    await alone(signed('--approve', '--approve', 'ada'), [14]);
    await alone(signed('--approve', '--approve', 'bo'), [14]);
    await alone(`cat x.txt x.txt.sig | ${remitPay} --approve --signature - --yes`, [14]);

    const [reconciles, requests, decides] = blocksBelow('An unknown outcome', office.service);
    for (const { who, script } of [requests, decides].flatMap((it) => it ?? [])) {
      await office.must(who, script.replaceAll('int_…', id));
    }
    expect(await unresolved()).toEqual([]);
    await office.must('ada', reconciles?.script ?? '');
    const { verdict, history } = JSON.parse(
      await office.must('ada', `sudo -n -u remit remit-pay journal show ${id} --json`),
    );
    expect(verdict).toBe('applied');
    expect(history.slice(-2)).toMatchObject([{ person: 'bo' }, { note: 'on the statement' }]);
    expect((await office.paid()).get(payable)).toMatchObject({ times: 1 });
    await office.run('bo', apply);
    expect((await office.paid()).get(payable)).toMatchObject({ times: 1 });
  });

  test('two people pay without an invoice, and withdraw, what both signed', async () => {
    const { service } = office;
    const [{ id: connection = '' } = {}] = await service.json<{ id: string }[]>('connection list');
    const [{ id: bank = '' } = {}] = await service.json<{ id: string }[]>('bank list');
    await service.control('POST', '/sandbox/ledger/credits', {
      ...{ businessId: service.payer, amount: 70 },
    });
    const pay = 'sudo -n -u remit remit-pay';
    for (const direct of [
      `pay quick ${connection} --amount 5`,
      `business withdraw --amount 5 --bank ${bank}`,
    ]) {
      const { code, err } = await office.run('ada', `${pay} ${direct} --yes --json`);
      expect([code, JSON.parse(err).error.code]).toEqual([14, 'not_approved']);
    }
    const rows = `connectionId,amount\n${connection},5\n${connection},5\n${connection},6\n`;
    await office.must('ada', `printf '${rows.replaceAll('\n', '\\n')}' > stipends.csv`);
    const [plans] = blocksBelow('Without an invoice', { ...service, bank });
    await office.must('ada', plans?.script ?? '');
    const [, signs, approves, pays] = blocksBelow('A payment', service);
    for (const plan of ['stipends', 'sweep']) {
      const step = (who: Person, script = '') =>
        office.must(who, script.replaceAll('run.json', `${plan}.json`));
      await step('ada', signs?.script);
      await office.must('root', `install -o bo -g bo -m 600 ~ada/${plan}.json ~bo/${plan}.json`);
      const early = await office.run('bo', `${pay} run apply - --yes --json < ${plan}.json`);
      expect([early.code, JSON.parse(early.err).error.code]).toEqual([14, 'not_approved']);
      await step('bo', approves?.script);
      await step('bo', pays?.script);
      await step('bo', pays?.script);
    }
    expect(await quickPaymentsOf(service)).toEqual([5, 5, 6]);
    expect(await service.json('business balance')).toMatchObject({ available: 0 });
  });
});
