import { createHash } from 'node:crypto';
import { originalOf } from '../../../api/client/response/original.ts';
import { payable } from '../../../api/operations/payable.ts';
import type { Context } from '../../../cli/context.ts';
import { findPayable, payableUses } from '../../../cli/payable/find-payable.ts';
import { UsageError } from '../../../money/errors.ts';
import type { PrintedEntry } from '../../../money/journal/chain/append-entry.ts';
import { headText } from '../../../money/journal/chain/entry.ts';
import type { IntentHistory } from '../../../money/journal/intent-history.ts';
import { toPlanView } from '../../../money/runs/plan-view.ts';
import { readPlan } from '../../../money/runs/read-plan.ts';
import { jsonText } from '../../../render/json.ts';
import { VERSION } from '../../../version.ts';
import {
  describeFile,
  type EvidencePlan,
  isUnresolved,
  planBatchOf,
  summaryText,
} from './summary-text.ts';

/** The files of a directory of evidence by name, and what is printed about them. */
export interface EvidenceFolder {
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly summary: {
    readonly payableId: string;
    readonly files: readonly HashedFile[];
  };
}

/** A file and its SHA-256 in hexadecimal. */
interface HashedFile {
  readonly name: string;
  readonly bytes: number;
  readonly content: string;
  readonly sha256: string;
}

interface EvidenceOptions {
  readonly plan: readonly string[];
  readonly connection: string | undefined;
}

/**
 * Reads the evidence of a payable. Throws read errors.
 *
 * @throws {UsageError} for a plan that did not pay it.
 */
export async function collectEvidence(
  context: Context,
  typed: string,
  { plan: paths, connection }: EvidenceOptions,
): Promise<EvidenceFolder> {
  const businessId = context.business();
  const found = await findPayable(context, typed, payableUses.read, { connection });
  const params = { businessId, payableId: found.id };
  const log = await context.call(payable.activity, { params });
  const asOf = (await context.serviceTime())?.toISOString() ?? null;
  const intents = await readIntents(context, found.id);
  const plans = await readPlans(context, paths, intents);
  tellMissing(context, intents, plans);
  const text = (value: unknown) => context.secrets.mask(`${jsonText(value)}\n`);
  const files = new Map<string, string | Uint8Array>([
    ['payable.json', text(originalOf(found))],
    ['activity-log.json', text(log.map(originalOf))],
    ['journal.json', text(intents)],
    ['journal-entries.json', text(await readEntries(context, intents))],
    ...plans.map((it): [string, Uint8Array] => [it.name, it.bytes]),
  ]);
  const summary = summaryText({ payable: found, log, intents, plans, names: [...files.keys()] });
  files.set('README.txt', context.secrets.mask(summary));
  const { origin } = context.destination();
  const journal = await context.journal();
  const manifest = {
    version: 1,
    kind: 'payable-evidence',
    payableId: found.id,
    businessId,
    origin,
    asOf,
    program: `remit ${VERSION}`,
    intents: intents.map(({ id }) => id),
    journal: journal.id,
    journalHead: headText(await journal.head()),
    plans: plans.map(({ hash, name }) => ({ hash, file: name })),
    files: hashed(files),
  };
  files.set('manifest.json', text(manifest));
  const sums = hashed(files).map(({ name, sha256 }) => `${sha256}  ${name}\n`);
  files.set('SHA256SUMS', sums.join(''));
  return { files, summary: { payableId: found.id, files: hashed(files) } };
}

const hashed = (files: EvidenceFolder['files']): readonly HashedFile[] =>
  [...files]
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([name, content]) => ({
      name,
      bytes: Buffer.byteLength(content),
      content: describeFile(name),
      sha256: createHash('sha256').update(content).digest('hex'),
    }));

/** Returns the requests that pay or name a payable with their histories, oldest first. */
async function readIntents(context: Context, payableId: string): Promise<readonly IntentHistory[]> {
  const journal = await context.journal();
  const found: IntentHistory[] = [];
  for (const { id } of (await journal.list({ payableIds: [payableId] })).toReversed()) {
    const entry = await journal.show(id);
    if (entry) found.push(entry);
  }
  return found;
}

/** Returns the entries of the journal about requests, in their order, with which journal verify compares it later. */
async function readEntries(context: Context, intents: readonly IntentHistory[]) {
  const journal = await context.journal();
  const entries: PrintedEntry[] = [];
  for (const { id } of intents) entries.push(...(await journal.entriesOf(id)));
  return { journal: journal.id, entries: entries.sort((one, two) => one.seq - two.seq) };
}

/** Reads plan files: each must be intact, and one that the journal says paid the payable. */
async function readPlans(
  context: Context,
  paths: readonly string[],
  intents: readonly IntentHistory[],
): Promise<readonly EvidencePlan[]> {
  const known = new Set(intents.map((it) => planBatchOf(it)?.plan));
  const plans = new Map<string, EvidencePlan>();
  for (const path of paths) {
    const content = await context.files.readFile(path);
    // Read once, so that the file that is copied is the one that was checked.
    const files = { ...context.files, readFile: async () => content };
    const file = await readPlan({ ...context, files }, path);
    if (!known.has(file.hash)) {
      const message = `${path} (plan ${file.hash}) is not the plan of a request for this payable in the journal.`;
      throw new UsageError(message, { problems: [{ field: 'plan', message }] });
    }
    plans.set(file.hash, {
      name: `plan-${file.hash.slice(0, 12)}.json`,
      hash: file.hash,
      bytes: content.bytes,
      view: await toPlanView(context, file),
    });
  }
  return [...plans.values()];
}

/** Writes which plans are not part of the evidence, and which outcomes are not known. */
function tellMissing(
  { notice }: Context,
  intents: readonly IntentHistory[],
  plans: readonly EvidencePlan[],
): void {
  const hashes = new Set(intents.flatMap((it) => planBatchOf(it)?.plan ?? []));
  for (const { hash } of plans) hashes.delete(hash);
  for (const hash of hashes) {
    notice(`A request was sent by a payment run: add its plan with --plan (plan ${hash}).`);
  }
  for (const { id } of intents.filter(isUnresolved)) {
    notice(`The outcome of ${id} is unknown: remit journal reconcile`);
  }
}
