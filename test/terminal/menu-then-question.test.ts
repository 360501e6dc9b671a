import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, node, program, startHome } from '../helpers/built-program.ts';
import { sitAtOnce } from './run-at-terminal.ts';
import { rowsAfter } from './screen.ts';

let home: Home;
let approved: string;
beforeAll(async () => {
  home = await startHome();
  const payer = home.started.businesses[0]?.id ?? '';
  const [bank] = await home.json(`bank list -b ${payer}`);
  await home.run(`bank remove ${bank.id} --yes`);
  // Two verified accounts, none of which is the default.
  for (const account of ['acct_checking_0000', 'acct_checking_1111']) {
    const flags = `--provider-account ${account} --public-token-file - -b ${payer}`;
    await home.run(`bank connect ${flags}`, { input: `public-sandbox-${account}` });
  }
  const [payable] = await home.json('payable list --status APPROVED');
  approved = payable.id;
});
afterAll(() => home.close());

const sizes = [
  { columns: 80, rows: 24 },
  { columns: 20, rows: 10 },
] as const;

test.for(sizes)(
  'a menu is gone before the question after it is drawn, and nothing above was erased, at $columns × $rows',
  async (size) => {
    const remit = `'${node}' '${program}' pay initiate ${approved}`;
    const sat = await sitAtOnce([], home, {
      ...size,
      shell: ['/bin/sh', '-c', `seq -f 'line %g' 1 30; ${remit}`],
      env: { ...home.env },
      steps: [
        // Both programs before and after this menu are driven alike: the cursor goes down, up, and a filter is typed.
        { sees: 'pay\\s+from', pause: 0.6, types: '\u001b[B' },
        { sees: '', pause: 0.2, types: '\u001b[A' },
        { sees: '', pause: 0.2, types: 'check' },
        { sees: '', pause: 0.2, types: '\r' },
        { sees: '\\[y/N(/\\?)?\\] $', pause: 0.5, types: 'n\r' },
      ],
    });
    const { above, visible } = await rowsAfter(sat.raw, size);
    const rows = [...above, ...visible];
    expect(sat).toMatchObject({ code: 14, left: 0, isRestored: true });
    for (let at = 1; at <= 30; at += 1) expect(rows).toContain(`line ${at}`);
    const text = rows.join('').replaceAll(/\s/g, '');
    const after = text.slice(text.indexOf('line30'));
    // The answer to the menu, the question in one piece, and nothing else.
    expect(after).toMatch(/^line30Bankaccounttopayfrom\(--bank\):.*\)Pay\$1,840\.00toCoastal/);
    expect(after).toMatch(/Payit\?\[y\/N(\/\?)?\]nremit:/);
    expect(text).not.toContain('Search');
  },
);
