import { describe, expect, test } from 'vitest';
import { describeFlag } from '../../src/cli/flags/describe-flag.ts';
import { buildCatalog, globalFlags } from '../../src/commands/command-catalog.ts';
import { locate } from '../../src/commands/find-command.ts';
import { helpTopics } from '../../src/commands/help-topics.ts';
import { tree } from '../../src/commands/tree.ts';
import { commandPaths } from '../helpers/command-paths.ts';
import { remit } from '../helpers/run-command.ts';

const catalog = await buildCatalog(tree, { withHidden: true });
const captions = catalog.flatMap(({ command, examples }) =>
  examples.map(({ caption }) => ({ command, caption })),
);
/** Verbs of captions with which no summary begins. */
const moreVerbs =
  'Allow Ask Call Choose Comment Complete Deny Describe Fail Follow Forbid Hold Install Label Limit Load Look Lose Offer Paste Post Read Redirect Remind Return Slow Test Try Use Write'.split(
    ' ',
  );

const firstWord = (text: string) => text.split(/[ :,]/, 1)[0] ?? '';

describe('the caption of an example', () => {
  test('begins with a verb, as summaries do', () => {
    const verbs = new Set([...catalog.map(({ summary }) => firstWord(summary)), ...moreVerbs]);
    expect(captions.filter(({ caption }) => !verbs.has(firstWord(caption)))).toEqual([]);
    expect(captions.length).toBeGreaterThan(400);
  });

  test('is one line of at most 56 characters, without an end mark', () => {
    expect(captions.filter(({ caption }) => !/^[^\n]{6,56}(?<![.:;!?,…])$/.test(caption))).toEqual(
      [],
    );
  });

  test('is the line above its example', async () => {
    const { out } = await remit('run show --help');
    const examples = catalog.find(({ command }) => command === 'run show')?.examples ?? [];
    const lines = examples.map(({ caption, line }) => `  # ${caption}\n  ${line}\n`).join('');
    expect(out).toContain(`\nExamples:\n${lines}\n`);
    expect(examples.length).toBeGreaterThan(1);
  });
});

test('the description of a command has at most four sentences; the full page has the rest', async () => {
  const sentences = (text: string | null) => text?.match(/[.!?](?=\s|$)/g)?.length ?? 0;
  expect(catalog.filter(({ about }) => sentences(about) > 4).map((it) => it.command)).toEqual([]);
  const detailed = catalog.filter(({ details }) => details !== null);
  for (const { command, details } of detailed) {
    const start = details?.split(/\s/, 3).join(' ') ?? '';
    const short = await remit(`${command} --help`);
    expect(short.out).not.toContain(start);
    expect(short.out).toContain('\nDetails, columns, API calls and all flags: --help=full\n');
    expect((await remit(`${command} --help=full`)).out).toContain(start);
  }
  expect(detailed.length).toBeGreaterThan(20);
});

test('of a flag, help says the values, the default and whether it is required, in this order', () => {
  const flags = catalog.flatMap((it) => [...it.arguments, ...it.flags]);
  const texts = [...flags, ...globalFlags()].map(describeFlag);
  const ordered =
    /^(?:(?!\(default|\{[^}]*\|).)+( \{[^{}]+\})?( \(default:? [^()]+\))?( \(required\))?$/;
  expect(texts.filter((text) => !ordered.test(text))).toEqual([]);
  expect(texts.filter((text) => /\} \(default:? .+\)$/.test(text)).length).toBeGreaterThan(10);
});

test('help of a word lists the commands below it, each on one line of 80 columns', async () => {
  const listed: string[] = [];
  for (const path of await commandPaths()) {
    if (path.length === 0) continue;
    const { out } = await remit([...path, '--help'], { columns: 80 });
    const [, list = ''] = /^Commands:\n((?: {2}.*\n)+)/m.exec(out) ?? [];
    for (const line of list.split('\n').slice(0, -1)) {
      const [, name] = /^ {2}([a-z-]+)(?: …)? {2,}[A-Z].*[^.]$/.exec(line) ?? [];
      listed.push([...path, name ?? line].join(' '));
    }
  }
  const paths = (await buildCatalog(tree)).map(({ command }) => command.split(' '));
  const words = paths.flatMap((path) => path.map((_, at) => path.slice(0, at + 1).join(' ')));
  const below = new Set(words.filter((path) => path.includes(' ')));
  expect(listed.sort()).toEqual([...below].sort());
});

test('a topic names commands that exist', async () => {
  const lines = Object.values(helpTopics).flatMap(
    (text) => text.match(/(?<=\bremit )[a-z-]+( [a-z-]+)*/g) ?? [],
  );
  const found = await Promise.all(lines.map((line) => locate(line.split(' '), tree)));
  const wrong = lines.filter((_, at) => {
    const match = found[at];
    return match?.kind === 'group' && !match.group.defaultCommand && match.unknown !== undefined;
  });
  expect(wrong).toEqual([]);
  expect(lines.length).toBeGreaterThan(50);
});
