import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';
import { serve } from '../http/stub-servers.ts';
import { temporary } from './temporary-home.ts';

const TOKEN = 'token-of-the-environment';
const STORED = 'token-that-was-stored';

interface Place {
  readonly url: string;
  /** What came as proof, of every request. */
  readonly proofs: (string | undefined)[];
}

let home: string;
/** Where the current profile is, where another profile is, and where none is. */
let live: Place;
let other: Place;
let nowhere: Place;

async function place(): Promise<Place> {
  const proofs: (string | undefined)[] = [];
  const { origin } = await serve((request, response) => {
    proofs.push(request.headers.authorization);
    response.setHeader('content-type', 'application/json');
    if (/businesses\/./.test(request.url ?? '')) response.statusCode = 404;
    response.end(request.url?.endsWith('businesses') ? '[]' : '{"id":"usr_1","email":"a@b.test"}');
  });
  return { url: origin, proofs };
}

function configure(current: string | null, stored: readonly string[] = []): void {
  const profiles = { live: { baseUrl: live.url }, other: { baseUrl: other.url } };
  const credentials = stored.map((name) => [
    name,
    { origin: name === 'live' ? live.url : other.url, token: STORED },
  ]);
  mkdirSync(join(home, 'config'), { recursive: true, mode: 0o700 });
  const write = (name: string, value: unknown) =>
    writeFileSync(join(home, 'config', name), JSON.stringify(value), { mode: 0o600 });
  write('config.json', { version: 1, current, profiles });
  write('credentials.json', Object.fromEntries(credentials));
}

beforeEach(async () => {
  home = temporary();
  [live, other, nowhere] = [await place(), await place(), await place()];
});

const run = (line: string, env: Readonly<Record<string, string>> = {}) =>
  remit(`${line} --json`, { env: { REMIT_HOME: home, REMIT_TOKEN: TOKEN, ...env } });
const proofsOf = ({ proofs }: Place) => [...new Set(proofs)];
const lines = ['whoami', 'auth status', 'business list', 'doctor --network'];

describe('REMIT_TOKEN is sent', () => {
  test.each(lines)('to the current profile: %s', async (line) => {
    configure('live');
    await run(line);
    expect(new Set([...live.proofs, `Bearer ${TOKEN}`]).size).toBe(1);
    expect([other.proofs, nowhere.proofs]).toEqual([[], []]);
  });

  test('to the profile of REMIT_PROFILE', async () => {
    configure('live');
    expect((await run('whoami', { REMIT_PROFILE: 'other' })).code).toBe(0);
    expect(proofsOf(other)).toEqual([`Bearer ${TOKEN}`]);
  });

  test('to REMIT_BASE_URL, whatever the profile', async () => {
    configure('live', ['live']);
    for (const line of ['whoami', 'whoami -P other', `whoami --base-url ${nowhere.url}`]) {
      await run(line, { REMIT_BASE_URL: nowhere.url });
    }
    expect(proofsOf(nowhere)).toEqual([`Bearer ${TOKEN}`]);
  });

  test('to --base-url if nothing else sets a base URL', async () => {
    expect((await run(`whoami --base-url ${nowhere.url}`)).code).toBe(0);
    expect(proofsOf(nowhere)).toEqual([`Bearer ${TOKEN}`]);
  });

  test('to a path of the same origin, and to a profile of that origin', async () => {
    configure('live');
    expect((await run(`whoami --base-url ${live.url}/v2`)).code).toBe(0);
    expect(proofsOf(live)).toEqual([`Bearer ${TOKEN}`]);
  });
});

describe('REMIT_TOKEN is not sent elsewhere:', () => {
  const elsewhere = [
    ['-P other', () => '-P other', () => other],
    ['--base-url', () => `--base-url ${nowhere.url}`, () => nowhere],
    ['-P other --base-url', () => `-P other --base-url ${nowhere.url}`, () => nowhere],
  ] as const;

  test.each(
    lines.flatMap((line) =>
      elsewhere.map(([name, flags, where]) => [`${line} ${name}`, line, flags, where] as const),
    ),
  )('%s exits with 4 and gives the reason', async (_, line, flags, where) => {
    configure('live');
    for (const variable of ['REMIT_TOKEN', 'REMIT_TOKEN_FILE']) {
      writeFileSync(join(home, 'token'), TOKEN);
      const value = variable === 'REMIT_TOKEN' ? TOKEN : join(home, 'token');
      const { code, out, err } = await run(`${line} ${flags()}`, {
        REMIT_TOKEN: '',
        [variable]: value,
      });
      expect(code).toBe(4);
      expect(`${out}${err}`).toContain(
        `${variable} was not used: it is for ${live.url} (profile live).`,
      );
      expect(where().proofs.filter((it) => it?.includes(TOKEN))).toEqual([]);
    }
  });

  test('the token stored for the other base URL is used', async () => {
    configure('live', ['other']);
    for (const line of lines) expect((await run(`${line} -P other`)).code, line).toBe(0);
    expect(proofsOf(other)).toEqual([`Bearer ${STORED}`]);
    expect((await run('doctor -P other')).out).toContain('REMIT_TOKEN was not used');
  });

  test("without a current profile, a profile on the command line is not the token's profile", async () => {
    configure(null);
    const { code, err } = await run('whoami -P other');
    expect([code, other.proofs]).toEqual([4, []]);
    expect(err).toContain('REMIT_TOKEN was not used: no base URL is configured for it.');
  });

  test("REMIT_BASE_URL is the token's base URL, --base-url is not", async () => {
    const env = { REMIT_BASE_URL: live.url };
    const { code, err } = await run(`whoami --base-url ${nowhere.url}`, env);
    expect([code, nowhere.proofs]).toEqual([4, []]);
    expect(err).toContain(`it is for ${live.url} (REMIT_BASE_URL)`);
    expect(JSON.parse(err).error.next).toContain(
      `or set REMIT_BASE_URL=${nowhere.url}, if the token is for that service`,
    );
  });

  test('a token from the command line is for the resolved base URL', async () => {
    configure('live');
    writeFileSync(join(home, 'token'), 'token-of-the-flag');
    const line = `whoami --token-file ${join(home, 'token')} -P other`;
    expect((await run(line)).code).toBe(0);
    expect(proofsOf(other)).toEqual(['Bearer token-of-the-flag']);
  });
});

describe('auth status sends nothing:', () => {
  const statusOf = async (credential: object | undefined) => {
    configure('live');
    if (credential) {
      const stored = { live: { origin: live.url, token: STORED, ...credential } };
      writeFileSync(join(home, 'config', 'credentials.json'), JSON.stringify(stored), {
        mode: 0o600,
      });
    }
    const { code, out, err } = await run('auth status', { REMIT_TOKEN: '' });
    expect(live.proofs).toEqual([]);
    expect(out + err).not.toContain(STORED);
    return { code, out, err };
  };

  test('it prints what is stored', async () => {
    const expiresAt = '2999-01-01T00:00:00Z';
    const { code, out } = await statusOf({ expiresAt, user: 'ada@acme.test' });
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        ...{ profile: 'live', baseUrl: live.url, source: 'profile', user: 'ada@acme.test' },
        ...{ expiresAt, signedIn: true },
      },
    ]);
  });

  test('without a token it exits with 4', async () => {
    expect((await statusOf(undefined)).code).toBe(4);
  });

  test('with a token that is known to be expired it exits with 4', async () => {
    const { code, err } = await statusOf({ expiresAt: '2026-01-01T00:00:00Z' });
    expect([code, err]).toEqual([4, expect.stringContaining('expired on 2026-01-01T00:00:00Z')]);
    expect(err).toContain('remit auth login');
  });
});
