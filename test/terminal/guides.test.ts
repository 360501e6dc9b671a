import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  blocksIn,
  blocksOf,
  type GuideBlock,
  idsIn,
  loose,
  tidy,
  withIds,
} from '../docs/console-blocks.ts';
import { pages } from '../docs/pages.ts';
import { node, program } from '../helpers/built-program.ts';
import { foreignPart } from './guide-script.ts';
import { leftOut } from './left-out-blocks.ts';
import { settled, sitAtOnce } from './run-at-terminal.ts';

/** The width of the outputs in the guides. */
const WIDTH = 110;

/** Somebody who has just installed the program: an empty home, an empty directory, and nothing but a guide. */
interface Reader {
  readonly run: (script: string) => Promise<{ code: number; screen: string }>;
  /** Returns a screen without what differs between runs. */
  readonly tidy: (screen: string) => string[];
  readonly close: () => Promise<void>;
}

async function newReader(): Promise<Reader> {
  const home = await mkdtemp(join(tmpdir(), 'remit-guide-'));
  const [bin, folder] = [join(home, '.bin'), join(home, 'work')];
  await mkdir(bin);
  await mkdir(folder);
  // The usual port may be in use by another sandbox of this machine.
  const start = `if [ "$1 $2" = "sandbox start" ]; then set -- "$@" --port 0; fi`;
  const launcher = `#!/bin/sh\n${start}\nexec '${node}' '${program}' "$@"\n`;
  await writeFile(join(bin, 'remit'), launcher);
  await chmod(join(bin, 'remit'), 0o755);
  const env = {
    HOME: home,
    PATH: `${bin}:${process.env['PATH']}`,
    TZ: 'America/New_York',
    LANG: 'C.UTF-8',
  };
  const answer = { sees: String.raw`\[y/N\]\s*$`, pause: 0.5, types: 'y\r' };
  const run = async (script: string) => {
    const shell = ['/bin/bash', '-e', '-o', 'pipefail', '-c', script];
    const seat = { steps: [answer, answer], env, shell, columns: WIDTH };
    const sat = await sitAtOnce([], { folder }, seat);
    expect(sat.timedOut, `${script}\n${sat.screen}`).toBe(false);
    return { code: sat.code, screen: settled(sat.screen) };
  };
  const place = { baseUrl: /http:\/\/127\.0\.0\.1:\d+/g, home, cwd: folder };
  return {
    run,
    tidy: (screen) => tidy(place, screen),
    close: async () => {
      await run('remit sandbox stop --quiet || true');
      await rm(home, { recursive: true, force: true });
    },
  };
}

describe('a script that does more than to run remit is not run:', () => {
  test.for([
    'useradd --system remit',
    'remit version && rm -rf x',
    'remit version; reboot',
    'remit version | sh',
    'remit version $(id)',
    'remit payable list > /etc/policy.json',
    'remit payable list --out /etc/policy.json',
    'remit payable list --out=~/x',
    'remit payable list --out "/etc/policy.json"',
    'remit payable list --search "a" | sh -c "b"',
    'remit payable list --search "$(id)|x"',
    "cat > ../x <<'END'\nx\nEND",
    "cat > x <<'END'\nx\nEND\nsh x",
    'export PATH=x',
    '# root\ncreatedb ops',
  ])('%s', (script) => {
    expect(foreignPart(script)).toBeDefined();
  });

  test('but one that only runs it is', () => {
    const file = "cat > a.json <<'END'\n$(id); rm -rf x\nEND";
    for (const script of [
      'remit version && remit doctor # all',
      file,
      "remit x --query '[?a==`1`]'",
      'remit x --line "Bed linen|10|120"',
    ])
      expect(foreignPart(script)).toBeUndefined();
  });
});

test('a reason names what is there', () => {
  const named = Object.values(leftOut)
    .flat()
    .flatMap(({ reason }) => reason.match(/(?:test|\.ci)\/[\w./-]+/g) ?? []);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

/** Of the other guides, test/docs/console-blocks.test.ts runs what shows its output; with REMIT_TERMINAL=all these, too. */
const first = ['going-live', 'paying-a-batch', 'quickstart', 'returns', 'troubleshooting'];
const isFollowed = (page: string, markdown: string): boolean =>
  process.env['REMIT_TERMINAL'] === 'all' ||
  blocksIn(markdown).length === 0 ||
  first.some((name) => page === `docs/${name}.md`);

describe('a guide works as written, from an empty home:', () => {
  test.concurrent.for(pages)('%s', { timeout: 240_000 }, async (page) => {
    const markdown = await readFile(page, 'utf8');
    const parts = partsToFollow(page, markdown);
    // All are judged before the first one is run.
    expect(
      parts.flatMap(({ foreign }) => foreign ?? []),
      'left out without a reason',
    ).toEqual([]);
    if (parts.length === 0 || !isFollowed(page, markdown)) return;
    const reader = await newReader();
    const ids = new Map<string, string>();
    try {
      for (const part of parts) await follow(part, reader, ids);
    } finally {
      await reader.close();
    }
  });
});

/** Returns the scripts of a page in order, those that are left out excepted. */
function partsToFollow(page: string, markdown: string): readonly Part[] {
  const reasons = leftOut[page] ?? [];
  const parts = blocksOf(markdown).flatMap(partsOf);
  const reasonOf = ({ script }: Part) => reasons.find(({ starts }) => script.startsWith(starts));
  const used = new Set(parts.map(reasonOf));
  expect(reasons.filter((it) => !used.has(it))).toEqual([]);
  return parts.filter((part) => !reasonOf(part));
}

/** A script to run. */
interface Part {
  readonly script: string;
  /** The part that is not run here. */
  readonly foreign: string | undefined;
  /** The output that the page shows; `undefined` if it shows none. */
  readonly output: readonly string[] | undefined;
}

/** Returns the commands of a transcript with their outputs; any other block is one script. */
function partsOf({ language, text, commands }: GuideBlock): Part[] {
  if (language !== 'console') {
    const foreign = language === 'sh' ? foreignPart(text) : text;
    return [{ script: text, foreign, output: undefined }];
  }
  return commands.map(({ command, output }) => {
    const isShown = !/ # …$/.test(command);
    return { script: command, foreign: foreignPart(command), output: isShown ? output : undefined };
  });
}

/** Runs a script as a reader does, who copies `ids` that were printed before. */
async function follow(
  { script, output }: Part,
  reader: Reader,
  ids: Map<string, string>,
): Promise<void> {
  const { code, screen } = await reader.run(withIds(script, ids));
  for (const [id, prefix = ''] of screen.matchAll(idsIn)) if (!ids.has(prefix)) ids.set(prefix, id);
  const [, wanted = '0'] = / # exit (\d+)/.exec(script) ?? [];
  expect([script, code], screen).toEqual([script, Number(wanted)]);
  if (output) expect([script, ...loose(reader.tidy(screen))]).toEqual([script, ...loose(output)]);
}
