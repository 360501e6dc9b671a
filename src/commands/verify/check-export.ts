/** Comparison of an exported file with its manifest. */

import { createHash } from 'node:crypto';
import type { ExportManifest } from '../../cli/export-manifest.ts';
import { readCsvRows } from '../../cli/input/csv-rows.ts';
import { valueAtPath } from '../../render/format-cell.ts';
import { centsIn } from '../../render/money.ts';

/** The facts of a file, as a manifest has them; rows and sums are `null` if its format does not show them. */
export interface ExportedFacts {
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number | null;
  readonly sumCents: Readonly<Record<string, number>> | null;
}

/** One fact that differs: as the manifest says, and as the file is. */
export interface Difference {
  readonly fact: string;
  readonly manifest: number | string | null;
  readonly file: number | string | null;
}

/** Reads the facts of an exported file that a manifest describes. */
export function readExportedFacts(
  name: string,
  bytes: Uint8Array,
  manifest: ExportManifest,
): ExportedFacts {
  const records = recordsIn(name, new TextDecoder().decode(bytes), manifest);
  const sums = Object.keys(manifest.sumCents ?? {}).flatMap((key) => {
    const cents = records?.map((record) => centsAt(record, key)) ?? [];
    const isKnown = cents.some((it) => it !== undefined);
    return isKnown ? [[key, cents.reduce<number>((sum, it) => sum + (it ?? 0), 0)] as const] : [];
  });
  return {
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    rows: records?.length ?? null,
    sumCents: sums.length > 0 ? Object.fromEntries(sums) : null,
  };
}

/** Returns the facts that differ. Rows and sums are compared as far as the file shows them. */
export function differencesIn(manifest: ExportManifest, found: ExportedFacts): Difference[] {
  const compared: Difference[] = [
    { fact: 'bytes', manifest: manifest.bytes, file: found.bytes },
    { fact: 'sha256', manifest: manifest.sha256, file: found.sha256 },
    ...(found.rows === null || manifest.rows === null
      ? []
      : [{ fact: 'rows', manifest: manifest.rows, file: found.rows }]),
    ...Object.entries(found.sumCents ?? {}).map(([key, cents]) => ({
      ...{ fact: `sumCents.${key}`, manifest: manifest.sumCents?.[key] ?? null, file: cents },
    })),
  ];
  return compared.filter((it) => it.manifest !== it.file);
}

/** Returns the records of CSV with a header, JSON or NDJSON; `undefined` for other formats. */
function recordsIn(
  name: string,
  text: string,
  { query, argv }: ExportManifest,
): readonly unknown[] | undefined {
  if (query !== null) return undefined;
  if (/\.(?:ndjson|jsonl)$/i.test(name))
    return parsed(() => linesIn(text).map((it) => JSON.parse(it)));
  if (/\.json$/i.test(name)) return parsed(() => [JSON.parse(text)].flat());
  if (!/\.csv$/i.test(name) || argv.includes('--no-header')) return undefined;
  return parsed(() => {
    const [header, ...rows] = readCsvRows(text).rows.map(({ cells }) => cells);
    return rows.map((cells) => new Map(cells.map((cell, at) => [header?.[at] ?? '', cell])));
  });
}

/** Returns nothing for a file that is damaged: its hash differs. */
function parsed(read: () => readonly unknown[]): readonly unknown[] | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const linesIn = (text: string): readonly string[] => text.split('\n').filter((it) => it !== '');

function centsAt(record: unknown, key: string): number | undefined {
  if (!(record instanceof Map)) return centsIn(valueAtPath(record, key));
  const cell: unknown = record.get(key);
  return cell === undefined || cell === '' ? undefined : centsIn(Number(cell));
}
