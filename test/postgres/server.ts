/** A PostgreSQL server for tests. */

import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid, env as processEnv } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

/** A PostgreSQL server on a socket in a temporary directory. */
export interface Server {
  readonly address: string;
  /** Returns the URL of a schema; the program creates the schema. */
  readonly schema: (name: string) => string;
  /** Stops the server as a crash of its machine would. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Returns the directory of the newest installed server (Debian); `undefined` without one. */
export function serverPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  const [newest] = versions.toSorted((a, b) => Number(b) - Number(a));
  return newest === undefined ? undefined : join(root, newest, 'bin');
}

/** The reason that tests are skipped. */
export const whyNot = 'PostgreSQL is not installed: apt-get install postgresql';

/** Returns the name of a suite that needs a server, with the reason if it is skipped. */
export const named = (suite: string): string =>
  serverPrograms() === undefined ? `${suite} (${whyNot})` : suite;

/**
 * Creates a database cluster in a temporary directory and starts a server; `isDurable` makes each commit wait for the disk, and
 * `env` is added to its environment.
 */
export async function startServer({
  isDurable = false,
  env = {},
}: {
  readonly isDurable?: boolean;
  readonly env?: Readonly<Record<string, string>>;
} = {}): Promise<Server> {
  const programs = serverPrograms();
  if (programs === undefined) throw new Error(whyNot);
  const folder = mkdtempSync(join(tmpdir(), 'remit-pg-'));
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const words = ['-D', data, '-U', 'remit', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), words, { ...user, stdio: 'ignore', cwd: folder });

  let server = run();
  function run() {
    const fsync = `fsync=${isDurable ? 'on' : 'off'}`;
    const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, fsync];
    const words = ['-D', data, ...settings.flatMap((it) => ['-c', it])];
    const child = spawn(join(programs ?? '', 'postgres'), words, {
      ...user,
      cwd: folder,
      env: { ...processEnv, ...env },
      stdio: 'ignore',
    });
    return { child, ended: new Promise<void>((done) => child.once('exit', () => done())) };
  }
  const ready = () => answers(join(programs, 'pg_isready'), folder);
  // SIGINT is a fast shutdown: it cuts every connection.
  const end = async () => {
    server.child.kill('SIGINT');
    await server.ended;
  };
  await ready();
  const address = `postgres://remit@localhost/postgres?host=${folder}`;
  return {
    address,
    schema: (name) => `${address}&schema=${name}`,
    stop: end,
    start: async () => {
      server = run();
      await ready();
    },
    close: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the user to run the server as, since it refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (getuid?.() !== 0) return undefined;
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function answers(program: string, folder: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    try {
      execFileSync(program, ['-h', folder, '-U', 'remit'], { stdio: 'ignore' });
      return;
    } catch {
      await pause(50);
    }
  }
  throw new Error('The database server did not start.');
}
