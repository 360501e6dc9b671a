import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { command } from '../../cli/command.ts';
import { exportManifestSchema } from '../../cli/export-manifest.ts';
import { argument } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { ConditionError, UsageError } from '../../money/errors.ts';
import { columns, recordOf } from '../../render/view.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'verify',
  summary: 'Check an exported file against its manifest',
  about: [
    'Reads the manifest that --manifest wrote and the file beside it, and compares size and SHA-256. Rows and sums are counted again in CSV with a header, JSON and NDJSON.',
    'A manifest is not signed: whoever can replace the file can replace the manifest, too. Exits with 11 if something differs.',
  ].join('\n'),
  args: { manifest: argument('<manifest>', 'manifest, such as owed.csv.manifest.json', file) },
  extraExits: ['partly'],
  view: recordOf(
    columns(
      'result:state',
      'file',
      'rows:number',
      'sumCents:json',
      'bytes:number',
      'sha256',
      'differences:json',
    ),
  ),
  examples: {
    'Check a file': 'remit verify owed.csv.manifest.json',
    'Print only the result': 'remit verify owed.csv.manifest.json --json --query result',
  },

  async run({ context, args }) {
    const { differencesIn, readExportedFacts } = await import('./check-export.ts');
    const manifest = parseManifest(args.manifest, await context.files.readText(args.manifest));
    const name = basename(manifest.file);
    const path = args.manifest === '-' ? manifest.file : join(dirname(args.manifest), name);
    const { bytes } = await context.files.readFile(path);
    const found = readExportedFacts(name, bytes, manifest);
    const differences = differencesIn(manifest, found);
    const result = differences.length === 0 ? 'same' : 'different';
    const record = { result, file: path, ...found, differences };
    if (differences.length === 0) return record;
    const facts = differences.map(({ fact }) => fact).join(', ');
    throw new ConditionError(
      'partly',
      'not_as_exported',
      `${path} is not the file that the manifest describes: ${facts}.`,
      { record },
    );
  },
});

function parseManifest(path: string, text: string) {
  try {
    return z.parse(exportManifestSchema, JSON.parse(text));
  } catch {
    throw new UsageError(`${path} is not a manifest of an export.`, {
      next: ['export with --out <file> --manifest'],
    });
  }
}
