import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { readDialect } from '../../src/api/dialect/parse-dialect.ts';
import { openStage, type Stage } from './fixture.ts';
import { openTrade } from './trading-partners.ts';

const page = readFileSync('docs/dialects.md', 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, text = '']) => text,
  );

let stage: Stage;
afterEach(() => stage?.close());

test('every command of the dialects page has the documented effect', async () => {
  stage = await openStage();
  const { run, done, file, baseUrl } = stage;
  const { connection, acmeBank } = await openTrade(stage);
  const { token } = await done('acme', 'auth token');
  await run(`-P live profile set baseUrl ${baseUrl}`);
  await run('-P live auth login --with-token', `${token}\n`);
  await run(`-P live profile set business ${(await done('acme', 'business list'))[0].id}`);
  const shared = await file('partner.json', blocks('json')[0] ?? '');

  const lines = blocks('sh').flatMap((it) => it.trimEnd().split('\n'));
  expect(lines.length).toBeGreaterThan(15);
  for (const line of lines) {
    const words = line
      .replace(/^remit /, '')
      .replace('conn_…', `${connection} --bank ${acmeBank}`)
      .replace('/etc/remit/partner.json', shared);
    const { code, out, err } = await run(words);
    expect([line, code, err.split('\n').filter((it) => it.startsWith('remit:'))]).toEqual(
      line.includes('dialect check')
        ? [line, 11, [expect.stringContaining("not match the service's responses")]]
        : [line, 0, []],
    );
    if (line.includes('--dry-run')) {
      expect(JSON.parse(out).request.body).toEqual({
        ...{ connection_id: connection, value_paid: 12.5, funding_source_id: acmeBank },
      });
    }
  }
});

test('the file on the page is a valid dialect', () => {
  expect(readDialect(JSON.parse(blocks('json')[0] ?? '')).names).toHaveProperty('clearingSpeed');
});
