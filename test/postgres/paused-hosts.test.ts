import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../faults/fake-clock.ts';
import { modes } from '../faults/fault-injection.ts';
import { moments } from '../faults/hold.ts';
import { type Hosts, playPauses } from '../faults/pauses.ts';
import { named, type Server, serverPrograms, startServer } from './server.ts';

const RUNS = Number(process.env['REMIT_PAUSE_RUNS'] ?? 4);
const SEED = Number(process.env['REMIT_FAULT_SEED'] ?? 1);

describe.skipIf(serverPrograms() === undefined)(named('two hosts and one of them stopped'), () => {
  let folder: string;
  let clock: FakeClock;
  let server: Server;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'remit-hosts-'));
    // The database reads the clock as another user.
    chmodSync(folder, 0o755);
    clock = fakeClock(folder);
    server = await startServer({ env: clock.env('wall +3 h') });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A host is a state directory, and a system that was started by itself. */
  function host(name: string, journal: string): Readonly<Record<string, string>> {
    const file = join(folder, `${name}.cjs`);
    writeFileSync(
      file,
      `const fs = require('node:fs');
      const { readFileSync } = fs;
      fs.readFileSync = (path, ...more) =>
        path === '/proc/sys/kernel/random/boot_id' ? '${name}' : readFileSync(path, ...more);
      require('node:module').syncBuiltinESMExports();`,
    );
    return {
      REMIT_HOME: join(folder, name),
      REMIT_JOURNAL_DATABASE: journal,
      NODE_OPTIONS: `--require ${file}`,
    };
  }

  // Between its last look into the journal and the first byte of a program nothing but the service's keys can help.
  const [mode] = modes;
  test('what another host has judged and paid by now is not sent late', {
    timeout: 60_000 + RUNS * 60_000,
  }, async () => {
    const address = server.schema('paused_hosts');
    const hosts: Hosts = {
      envs: [host('one', address), host('two', address)],
      journal: { address, schema: 'paused_hosts' },
      clock,
      moments,
    };
    const numbers = Array.from({ length: RUNS }, (_, number) => number + 1);
    const { violations, ...counts } = await playPauses({ numbers, seed: SEED, mode, hosts });
    process.stdout.write(`pauses, two hosts: ${JSON.stringify(counts)}\n`);
    expect(violations).toEqual([]);
    expect(counts).toMatchObject({ runs: RUNS, twice: 0, silentlyMissing: 0 });
  });
});
