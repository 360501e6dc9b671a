import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFakeSshKeygen, writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { CTRL_C, ENTER, seen } from './keys.ts';

let service: Service;
/** What names in braces stand for. */
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await startService();
  const { json, remit, payee } = service;
  const [{ id: connection = '' } = {}] = await json<{ id: string }[]>('connection list');
  await remit('invite send ap@linen.test');
  await remit('bank connect-manual --routing 110000000 --type checking --name Second', {
    tty,
    stdin: '000123456789\r',
  });
  await remit('run plan --out run.json');
  await json(`sandbox ledger credit ${payee} 500`);
  const invoice = `--connection ${connection} --amount 9 --submit`;
  const { id } = await json(`payable create -b ${payee} ${invoice}`);
  await json(`payable approve ${id} --yes`);
  await json(`pay initiate ${id} --on 2026-03-20 --yes`);
  await service.file('sandbox.json', (await remit('sandbox export --json')).out);
  await service.file('new.csv', 'invoiceNumber,amount\nN-1,5\n');
  await writeSshKey(join(service.cwd, 'ada'), 'ada');
  ids = { payee, connection, path: await writeFakeSshKeygen(join(service.cwd, '.bin')) };
});
afterAll(() => service.close());

const tty = { stdin: true, stdout: true, stderr: true };

/** A command that asks, the answers to its questions but the last, and the last question. */
type Form = readonly [line: string, answers: readonly string[], last: string];

const forms: readonly Form[] = [
  ['accounting disconnect', [], 'Disconnect it? [y/N]'],
  ['auth login', [], 'Token for'],
  ['auth login --email a@linen.test', [], 'Password'],
  ['auth rotate', [], 'Token for'],
  ['bank connect --provider-account acct_1', [], 'Public token'],
  ['bank connect-manual', ['021000021', '', 'Main'], 'Account number'],
  ['bank remove', [''], 'Remove it? [y/N]'],
  ['bank verify', ['', '0.01'], 'Second amount'],
  [
    'business create',
    ['Linen', '', '1 Main St', 'Austin', 'TX', '78701'],
    'Employer identification number',
  ],
  ['business remove-logo', [''], 'Remove it? [y/N]'],
  ['business withdraw -b {payee}', ['5', ''], '? [y/N]'],
  ['connection archive', [''], 'Archive it? [y/N]'],
  ['invite cancel', [''], 'Cancel it? [y/N]'],
  ['invite send', [], 'Email address'],
  ['link disable -b {payee}', [''], 'Disable it? [y/N]'],
  ['link pay-me regenerate -b {payee}', [], 'Replace it? [y/N]'],
  ['link send -b {payee}', [''], 'Email address'],
  ['pay cancel', [''], 'Cancel it? [y/N]'],
  ['pay initiate', [''], 'Pay it? [y/N]'],
  ['pay quick', ['', '5'], 'Pay it? [y/N]'],
  ['payable approve', [''], 'Approve it? [y/N]'],
  ['payable approve --where --search CL-', [], 'Type the amount'],
  ['payable cancel -b {payee}', [''], 'Cancel it? [y/N]'],
  ['payable create', [''], 'Amount'],
  ['payable create --submit -b {payee}', ['', '100'], 'Send it? [y/N]'],
  ['payable create --file new.csv -b {payee} --connection {connection}', [], '[y/N]'],
  ['payable decline', [''], 'Decline it? [y/N]'],
  ['payable submit -b {payee}', [''], 'Send it? [y/N]'],
  ['policy set', [''], 'Its value'],
  ['profile remove', [''], 'Remove it? [y/N]'],
  ['run apply run.json', [], 'Type the amount'],
  ['run key trust ada ada.pub', [], '[y/N]'],
  ['run revoke run.json', [], 'Revoke this plan? [y/N]'],
  ['sandbox import sandbox.json', [], 'Import it? [y/N]'],
  ['sandbox reset', [], 'Reset it? [y/N]'],
];

test.for(forms)('%s: Ctrl-C at each question ends it, and nothing is done', async (form) => {
  const [line, answers, last] = form;
  const typed = line.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? '');
  const before = await stored();
  for (const at of [...answers, last].keys()) {
    let asked = 0;
    let screen = '';
    const stdin = (shown: string) => {
      screen = seen(shown);
      asked += 1;
      return asked > at ? CTRL_C : `${answers[asked - 1]}${ENTER}`;
    };
    const env = { NO_COLOR: '1', PATH: ids['path'] };
    const { code, out, err } = await service.remit(typed, { tty, stdin, env, columns: 400 });
    const lines = seen(err).split('\n');
    expect([asked, code, out, lines.filter((it) => it.includes('remit: '))]).toEqual([
      ...[at + 1, 130, ''],
      [expect.stringMatching(/remit: Interrupted\. No request has an unknown outcome\.$/)],
    ]);
    if (at === answers.length) expect(screen).toContain(last);
    if (at > 0) expect(lines.at(-2)).toContain(`  next: remit ${line.split(' -')[0]} `);
  }
  expect(await stored()).toEqual(before);
});

/** What the service, the journal and the files of the configuration hold. */
async function stored(): Promise<unknown> {
  const config = join(service.home, 'config');
  const files = await Promise.all(
    (await readdir(config)).map((name) => readFile(join(config, name), 'utf8')),
  );
  const { out } = await service.remit('sandbox export --json');
  return [files, await service.json('journal export'), out];
}
