import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../../src/version.ts';
import { type Home, startHome, words } from '../helpers/built-program.ts';
import { note, sit } from './run-at-terminal.ts';

const CTRL_C = '\u0003';

/** The end of the screen where something is asked: a menu, yes or no, an amount, a secret. */
const QUESTION = '◆|\\[y/N\\] $|: $';

/** Every command that asks before it does something, or for a secret, as far as a fresh sandbox lets it come to that. */
const lines = [
  'accounting disconnect',
  'api DELETE /api/bank-accounts/<bank>',
  'api POST /api/payments/quick-pay -F connectionId=<connection> -F amount=5',
  'auth login --base-url <url>',
  'bank connect --provider-account acct_checking_0000 --public-token-file -',
  'bank connect-manual --routing 021000021 --type checking --name Main',
  'bank remove <bank>',
  'business remove-logo <payer>',
  'business withdraw <payee> --amount 1 --bank <payeeBank>',
  'connection archive <connection>',
  'invite accept',
  'invite cancel <invitation>',
  'invite reject <invitation>',
  'link disable <submitted> -b <payee>',
  'link pay-me regenerate -b <payee>',
  'pay bulk --file rows.csv',
  'pay cancel pmt_1',
  'pay initiate <large>',
  'pay quick <connection> --amount 5',
  'payable cancel <submitted> -b <payee>',
  'payable decline <submitted>',
  'sandbox reset --dir <dataDir>',
  'sandbox import sandbox.json --dir <dataDir>',
];

let home: Home;
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  home = await startHome();
  const [payer, payee] = home.started.businesses.map(({ id }) => id);
  const [connection] = await home.json('connection list');
  const make = async (amount: string) =>
    String(
      (
        await home.json(
          `payable create -b ${payee} --connection ${connection.id} --amount ${amount} --submit`,
        )
      ).id,
    );
  const large = await make('12000.00');
  await home.json(`payable approve ${large} --yes --max-total 1000000`);
  const [bank] = await home.json(`bank list -b ${payer}`);
  const [payeeBank] = await home.json(`bank list -b ${payee}`);
  await writeFile(join(home.folder, 'rows.csv'), `payableId\n${large}\n`);
  await home.json(`sandbox ledger credit ${payee} 500`);
  await home.run('run plan --file rows.csv --out run.json');
  await writeFile(join(home.folder, 'sandbox.json'), (await home.run('sandbox export --json')).out);
  ids = {
    ...{ payer: String(payer), payee: String(payee), connection: connection.id, large },
    ...{ bank: bank.id, payeeBank: payeeBank?.id ?? bank.id, submitted: await make('10.00') },
    ...{ url: home.started.baseUrl, dataDir: home.started.dataDir },
    invitation: (await home.json('invite send new@example.com')).id,
  };
});
afterAll(() => home.close());

const lineOf = (line: string) => words(line.replaceAll(/<(\w+)>/g, (_, name) => ids[name] ?? name));

const keys = [
  ['y', 'y\r'],
  ['newline', '\r'],
  ['Escape', '\u001b'],
  ['end of input', '\u0004'],
] as const;

describe.runIf(process.env['REMIT_TERMINAL'] === 'all').concurrent(`remit ${VERSION}`, () => {
  const early = lines.flatMap((line) => keys.map(([key, types]) => ({ line, key, types })));

  test.for(early)('$line: $key before the prompt, Ctrl-C at it', async (it) => {
    const steps = [
      { sees: '', types: it.types },
      { sees: QUESTION, pause: 0.5, types: CTRL_C },
    ];
    const sat = await sit(lineOf(it.line), home, { steps });
    note(it.line, it.key, 'before the question', sat.code, sat.sent.length);
    expect(sat).toMatchObject({ code: 130, sent: [], left: 0, isRestored: true, timedOut: false });
  });

  test.for(keys)('run apply: %s before the prompt, Ctrl-C at it', async ([key, types]) => {
    const steps = [
      { sees: '', types },
      { sees: QUESTION, pause: 0.5, types: CTRL_C },
    ];
    // A plan is for one service and one profile, so this is no other way to it.
    const env = { ...home.env, REMIT_BASE_URL: '', REMIT_TOKEN: '', REMIT_BUSINESS: '' };
    const sat = await sit(['run', 'apply', 'run.json'], home, { steps, env });
    const { applied } = await home.json('run status run.json');
    note('run apply run.json', key, 'before the question', sat.code, applied);
    expect({ ...sat, applied }).toMatchObject({ code: 130, left: 0, applied: 0, isRestored: true });
  });

  test('every command, without its required values', { timeout: 900_000 }, async () => {
    const all: readonly Entry[] = await home.json('commands');
    const asking = all.filter((it) =>
      [...it.arguments, ...it.flags].some(({ required }) => required),
    );
    expect(asking.length).toBeGreaterThan(50);
    for (const { command } of asking) {
      const steps = [
        { sees: '', types: 'y\r' },
        { sees: QUESTION, pause: 0.5, types: CTRL_C },
      ];
      const sat = await sit(words(command), home, { steps });
      note(command, 'y', 'with everything left out', sat.code, sat.sent.length);
      // Without choices or a sandbox there is no prompt.
      const code = sat.left > 0 && [2, 3, 6].includes(sat.code) ? 130 : sat.code;
      expect({ command, ...sat, code }).toMatchObject({
        ...{ code: 130, sent: [], isRestored: true, timedOut: false },
      });
    }
  });
});

interface Entry {
  readonly command: string;
  readonly arguments: readonly { readonly required: boolean }[];
  readonly flags: readonly { readonly required: boolean }[];
}
