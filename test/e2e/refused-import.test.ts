import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startHome } from '../helpers/built-program.ts';

test('a sandbox that refused an import can be reset, stopped and started', async () => {
  const home = await startHome();
  try {
    const file = join(home.folder, 'snapshot.json');
    expect((await home.run(`sandbox export --out ${file}`)).code).toBe(0);
    const snapshot = JSON.parse(readFileSync(file, 'utf8'));
    const clock = snapshot.tables.settings.find((it: { key: string }) => it.key === 'clock');
    clock.value = JSON.stringify({ mode: 'real', offsetMs: 1e300 });
    writeFileSync(file, JSON.stringify(snapshot));

    const { code, err } = await home.run(`sandbox import ${file} --yes`);
    expect([code, err]).toEqual([7, expect.stringContaining('the clock must be between')]);
    expect(await home.json('sandbox status')).toMatchObject({ now: '2026-03-02T15:00:00.000Z' });
    for (const line of ['sandbox reset --yes', 'sandbox stop', 'sandbox start --port 0']) {
      expect([line, (await home.run(line)).code]).toEqual([line, 0]);
    }
  } finally {
    await home.close();
  }
});
