import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Home, startHome, words } from '../helpers/built-program.ts';

const executable = resolve(process.platform === 'win32' ? 'build/remit.exe' : 'build/remit');

/** Made by `npm run build:binary`; where it is not, there is nothing to test. */
describe.skipIf(!existsSync(executable))('the executable', () => {
  let home: Home;
  let temporary: string;
  beforeAll(async () => {
    home = await startHome();
    temporary = join(home.folder, 'tmp');
    await mkdir(temporary);
  });
  afterAll(() => home.close());

  const remit = async (line: string, input = '') => {
    const { exitCode, stdout, stderr } = await execa(executable, words(line), {
      env: { ...home.env, TMPDIR: temporary },
      extendEnv: false,
      reject: false,
      cwd: home.folder,
      input,
    });
    return { code: exitCode, out: stdout, err: stderr };
  };

  test('works like the program, without Node and node_modules', async () => {
    const [{ id }] = await home.json('connection list');
    expect((await remit('payable list --csv')).out).toBe(
      (await home.run('payable list --csv')).out.trimEnd(),
    );
    expect((await remit(`pay quick ${id} --amount 21 --yes`)).code).toBe(0);
    expect((await remit(`pay quick ${id} --amount 21 --yes`)).code).toBe(14);
    const { out } = await remit('journal list --json');
    expect(JSON.parse(out)).toMatchObject([{ operation: 'pay.quickPay', amount: 21 }]);
    expect(await home.json('journal list')).toEqual(JSON.parse(out));
  });

  test('reads files and stdin, and decodes compressed responses', async () => {
    await writeFile(join(home.folder, 'number.txt'), '000123456789\n');
    const line = 'bank connect-manual --routing 110000000 --type checking --name Spare --json';
    for (const from of ['number.txt', '-']) {
      const { code, err } = await remit(`${line} --account-number-file ${from}`, '000987654321\n');
      expect([code, err]).toEqual([0, '']);
    }
    expect((await remit('doctor --json --network')).out).toContain('"ok": true');
  });

  test('leaves no files behind', async () => {
    await remit('journal list');
    expect(await readdir(temporary)).toEqual([]);
  });

  test('runs the demo, without Node', async () => {
    const { code, out } = await remit('demo');
    expect([code, out]).toEqual([0, expect.stringContaining('Done.')]);
    expect(await readdir(temporary)).toEqual([]);
  });

  test('starts a sandbox of its own, which settles a payment, and stops it', async () => {
    const folder = join(home.folder, 'own');
    expect((await remit(`sandbox start --dir ${folder} --port 0 -P own`)).code).toBe(0);
    try {
      const { out } = await remit('payable list -P own --status APPROVED --json');
      const [{ id }] = JSON.parse(out);
      expect((await remit(`pay initiate ${id} -P own --yes`)).code).toBe(0);
      expect((await remit(`sandbox clock advance 4bd --dir ${folder}`)).code).toBe(0);
      expect(JSON.parse((await remit(`payable get ${id} -P own --json`)).out)).toMatchObject({
        status: 'PAID',
      });
    } finally {
      expect((await remit(`sandbox stop --dir ${folder}`)).code).toBe(0);
    }
  });

  test('writes its completions and man pages', async () => {
    expect((await remit('completion bash')).out).toContain('complete');
    expect((await remit('__complete payab')).out).toMatch(/^nothing\npayable\t/);
    const pages = join(home.folder, 'pages');
    expect((await remit(`help --man-pages ${pages}`)).code).toBe(0);
    expect(await readdir(pages)).toContain('remit-pay-initiate.1');
  });

  test('writes its licenses and its bill of materials', async () => {
    const { code, out } = await remit('help --licenses');
    expect(code).toBe(0);
    expect(`${out}\n`).toBe(await readFile(`${executable}.LICENSES.txt`, 'utf8'));
    for (const it of ['MIT License', 'commander', 'Node.js 26']) expect(out).toContain(it);
    expect((await remit('help --sbom --out sbom.json')).code).toBe(0);
    const bill = JSON.parse(await readFile(join(home.folder, 'sbom.json'), 'utf8'));
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'remit-cli' } },
    });
    const names = bill.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['commander', 'zod', 'node', 'sqlite']));
  });

  test('serves MCP tools', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    };
    const { code, out } = await remit('mcp serve', `${JSON.stringify(initialize)}\n`);
    expect([code, JSON.parse(out).result.serverInfo.name]).toEqual([0, 'remit']);
  });
});
