import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { blocksIn, loose, reader, type Shown, withOutputs } from './console-blocks.ts';
import { pages } from './pages.ts';

/** REMIT_DOCS=write puts what the commands print into the pages, to be looked at before it is committed. */
const writes = process.env['REMIT_DOCS'] === 'write';

let service: Service;
beforeEach(async () => {
  service = await startService(undefined, {}, 'demo');
});
afterEach(() => service.close());

/** Run with a process for each command only, in test/terminal/guides.test.ts: this reconciles what its own process sent. */
const withProcesses = 'docs/troubleshooting.md';

/** Pages with commands, and what they say. */
const shownIn = pages
  .filter((page) => page !== withProcesses)
  .map((page) => [page, readFileSync(page, 'utf8')] as const)
  .filter(([, markdown]) => blocksIn(markdown).length > 0);

describe('the output shown on a page is the real output:', () => {
  test.for(shownIn)('%s', { timeout: 60_000 }, async ([page, markdown]) => {
    for (const [, name = '', text = ''] of markdown.matchAll(writtenFiles))
      await service.file(name, text);
    const read = reader(service);
    const recorded: Shown[][] = [];
    for (const block of blocksIn(markdown)) {
      const shown: Shown[] = [];
      for (const it of block) shown.push(await same(page, it, await read(it)));
      recorded.push(shown);
    }
    if (writes && recorded.length > 0) await writeFile(page, withOutputs(markdown, recorded));
  });
});

/** The files that a page tells its reader to write. */
const writtenFiles = /^cat > ([\w.-]+) <<'END'\n(.*?)^END$/gms;

/** A page says with `# exit 14` that a command is meant to be stopped; `# …` that its output is left out. */
async function same(
  page: string,
  it: Shown,
  { code, output }: { code: number; output: string[] },
): Promise<Shown> {
  const [, wanted = '0'] = / # exit (\d+)/.exec(it.command) ?? [];
  expect([page, it.command, code, code === Number(wanted) ? '' : output.join('\n')]).toEqual([
    page,
    it.command,
    Number(wanted),
    '',
  ]);
  if (/ # …$/.test(it.command)) return { ...it, output: [] };
  if (!writes) expect([it.command, ...loose(output)]).toEqual([it.command, ...loose(it.output)]);
  return { ...it, output };
}
