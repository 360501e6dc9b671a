/** The files that the program accepts in tests, against the schemas that editors check them with. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { readDialect } from '../../src/api/dialect/parse-dialect.ts';
import type { Context } from '../../src/cli/context.ts';
import type { DescribedFile } from '../../src/commands/schema/command.ts';
import { fileSchema } from '../../src/commands/schema/command.ts';
import { parsePolicyFile } from '../../src/config/machine-policy-schema.ts';
import { checkedValue } from '../../src/config/settings-schema.ts';
import { asRecord, isRecord } from '../../src/is-record.ts';
import { readPlan } from '../../src/money/runs/read-plan.ts';

/** The places of a run of the program in which files of the described kinds can be. */
export interface FilePlaces {
  readonly home: string | undefined;
  readonly cwd: string | undefined;
  readonly machinePolicy: string | undefined;
  readonly argv: readonly string[];
  readonly out: string;
}

/** How many values of each kind were compared with their schema. */
export const comparedFiles = new Map<DescribedFile, number>();

/** Throws for a file or an event of a run which the program accepts, and the schema does not. */
export async function assertSchemasAccept(places: FilePlaces): Promise<void> {
  for (const { kind, name, value } of found(places)) {
    if (!(await accepts[kind](value))) continue;
    comparedFiles.set(kind, (comparedFiles.get(kind) ?? 0) + 1);
    const problems = await schemaProblems(kind, value);
    if (problems === undefined) continue;
    throw new Error(`The program accepts ${name}, and the schema ${kind} does not: ${problems}`);
  }
}

/** Returns what the schema of a kind finds wrong with a value; `undefined` if it is valid. */
export async function schemaProblems(
  kind: DescribedFile,
  value: unknown,
): Promise<string | undefined> {
  const validate = await validatorOf(kind);
  if (validate(value)) return undefined;
  return validate.errors?.map((it) => `${it.instancePath} ${it.message}`).join('; ');
}

interface Found {
  readonly kind: DescribedFile;
  readonly name: string;
  readonly value: unknown;
}

function* found(places: FilePlaces): Iterable<Found> {
  yield* configured(places);
  if (places.machinePolicy !== undefined) yield* inFile('policy', places.machinePolicy);
  yield* written(places);
  yield* printed(places);
}

function* configured({ home }: FilePlaces): Iterable<Found> {
  if (home === undefined) return;
  yield* inFile('config', join(home, 'config', 'config.json'));
  for (const path of jsonFilesIn(join(home, 'config', 'dialects'))) yield* inFile('dialect', path);
}

function* written({ cwd }: FilePlaces): Iterable<Found> {
  for (const path of cwd === undefined ? [] : jsonFilesIn(cwd)) {
    const kind = path.endsWith('.manifest.json') ? 'manifest' : 'plan';
    yield* inFile(kind, path);
  }
}

function* printed({ argv, out }: FilePlaces): Iterable<Found> {
  if (argv.slice(0, 2).join(' ') !== 'sandbox events' || !argv.includes('--json')) return;
  if (argv.includes('resend')) return;
  const events = parsed(out);
  if (!Array.isArray(events)) return;
  for (const value of events) yield { kind: 'event', name: argv.join(' '), value };
}

/** Reports whether the program accepts a value: what reads or writes such a file decides. */
const accepts: Readonly<Record<DescribedFile, (value: unknown) => boolean | Promise<boolean>>> = {
  config: (value) =>
    succeeds(() => {
      const { profiles, settings } = asRecord(value);
      for (const values of [...Object.values(asRecord(profiles)), settings]) {
        for (const [key, it] of Object.entries(asRecord(values))) checkedValue(key, it, key);
      }
    }),
  policy: (value) => succeeds(() => parsePolicyFile(value, 'policy.json')),
  dialect: (value) => succeeds(() => readDialect(value)),
  plan: async (value) => {
    if (!isRecord(value) || !('remitPlan' in value)) return false;
    const bytes = Buffer.from(JSON.stringify(value));
    const context = { files: { readFile: async () => ({ bytes }) } } as unknown as Context;
    return readPlan(context, 'run.json').then(
      () => true,
      () => false,
    );
  },
  // The program writes these two, and reads neither.
  manifest: (value) => isRecord(value) && 'sha256' in value,
  event: (value) => isRecord(value) && 'type' in value,
};

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** The versions of files that were compared before. */
const seen = new Set<string>();
const MAX_BYTES = 1024 ** 2;

function* inFile(kind: DescribedFile, path: string): Iterable<Found> {
  const value = parsed(newTextIn(path));
  if (value !== undefined) yield { kind, name: path, value };
}

/** Returns the text of a file that was not compared yet; an empty one if there is none that can be read. */
function newTextIn(path: string): string {
  try {
    const { mtimeMs, ino, size } = statSync(path);
    const version = `${path} ${mtimeMs} ${ino} ${size}`;
    if (size > MAX_BYTES || seen.has(version)) return '';
    const text = readFileSync(path, 'utf8');
    seen.add(version);
    return text;
  } catch {
    return '';
  }
}

function jsonFilesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((it) => it.endsWith('.json'));
    return names.map((it) => join(folder, it));
  } catch {
    return [];
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const validators = new Map<DescribedFile, ValidateFunction>();

async function validatorOf(kind: DescribedFile): Promise<ValidateFunction> {
  const known = validators.get(kind);
  if (known) return known;
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false });
  const made = ajv.compile(await fileSchema(kind));
  validators.set(kind, made);
  return made;
}
