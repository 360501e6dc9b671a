import { readFile } from 'node:fs/promises';
import { planFileSchema } from '../../money/runs/plan.ts';
import { usd } from '../../render/money.ts';
import { shellWord } from '../next-line.ts';

/** Words about an existing file, and commands that show it. */
interface ExistingFile {
  /** The end of a sentence that names the file; empty if nothing is known about it. */
  readonly what: string;
  readonly next: readonly string[];
}

/** Describes a file that is not replaced: of a plan, what it pays, who made it and when. */
export async function describeExisting(target: string, path: string): Promise<ExistingFile> {
  const { data } = planFileSchema.safeParse(await jsonOf(target));
  if (data === undefined) return { what: '', next: [] };
  const { createdAt, madeBy, totals } = data.plan;
  const payments = totals.count === 1 ? '1 payment' : `${totals.count} payments`;
  const made = [
    ...(madeBy.user === null ? [] : [`by ${madeBy.user}`]),
    ...(createdAt === null ? [] : [`on ${createdAt.slice(0, 16).replace('T', ' ')} UTC`]),
  ];
  const maker = made.length === 0 ? '' : `, made ${made.join(' ')}`;
  return {
    what: `: a plan of ${payments}, total ${usd(totals.cents)}${maker}`,
    next: [`remit run show ${shellWord(path)}`],
  };
}

/** Returns the JSON of a file; `undefined` if it is not JSON or cannot be read. */
async function jsonOf(target: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(target, 'utf8'));
  } catch {
    return undefined;
  }
}
