import { command } from '../../cli/command.ts';
import { InvalidValueError, option, type Parse } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { asRecord } from '../../is-record.ts';
import { ConditionError, UsageError } from '../../money/errors.ts';
import type { PrintedEntry } from '../../money/journal/chain/append-entry.ts';
import { chainHash, parseHead } from '../../money/journal/chain/entry.ts';
import type { Verification } from '../../money/journal/chain/verification.ts';
import { columns, recordOf } from '../../render/view.ts';

/** A head as it is printed, or its hash alone. */
const head: Parse<NonNullable<ReturnType<typeof parseHead>>> = (text) => {
  const found = parseHead(text);
  if (found) return found;
  throw new InvalidValueError(
    'must be a head such as 12:9f86d081…, with all 64 digits of the hash',
  );
};

export const verify = command({
  name: 'verify',
  summary: 'Check that nobody edited the journal',
  about:
    'Every request, outcome and verdict is also an entry in a chain: the hash of each entry covers the one before it. This command computes all hashes anew, and compares what the journal says with its entries. It changes nothing. Exit code 3 if it finds something: a journal that was edited no longer prevents double payments.',
  details:
    'It proves that no single entry or row was edited, added or removed. Whoever can write the journal can also remove its newest entries, or write a whole chain anew: that shows only with --head, a head that was kept where they cannot write. Heads are printed by this command, run report and payable evidence; the field entries of journal export and journal show has the head after each entry. It never proves that an entry is true, or that a payment was sent through this journal.',
  flags: {
    evidence: option(
      '--evidence <file>',
      'journal-entries.json of payable evidence, whose entries must be in this journal',
      file,
    ),
    head: option('--head <head>', 'head that must be an entry of this journal', head),
  },
  view: recordOf(
    columns(
      'result:state',
      'journal',
      'head',
      'entries:number',
      'intents:number',
      'findings:json',
      'findingCount:number',
      'notCovered:json',
    ),
  ),
  examples: {
    'Check the whole chain': 'remit journal verify',
    'Print the head, to keep it elsewhere': 'remit journal verify --json --query head',
  },

  async run({ context, flags }) {
    const { notCovered } = await import('../../money/journal/chain/verification.ts');
    const journal = await context.journal();
    const entries = flags.evidence && parseEvidence(await context.files.readText(flags.evidence));
    const found = await journal.verify({
      ...(flags.head && { head: flags.head }),
      ...(entries && { entries }),
    });
    const isClean = found.findingCount === 0;
    const record = { result: isClean ? 'consistent' : 'edited', ...found, notCovered };
    if (isClean) {
      if (!flags.head) context.notice(withoutHead);
      return record;
    }
    throw new ConditionError('configuration', 'journal_edited', summaryOf(found), {
      record,
      next: [
        'restore the journal from a copy, and compare it with the records of the bank and the service',
      ],
    });
  },
});

/**
 * Returns the entries of a file of evidence.
 *
 * @throws {UsageError} if it is no such file, or an entry in it does not have its own hash.
 */
function parseEvidence(text: string): readonly PrintedEntry[] {
  const entries = entriesIn(text);
  if (entries === undefined || !entries.every(isPrintedEntry)) {
    throw new UsageError('--evidence is not a journal-entries.json of payable evidence.');
  }
  const edited = entries.find(
    ({ previous, content, hash }) => chainHash(previous, content) !== hash,
  );
  if (!edited) return entries;
  throw new UsageError(`--evidence was edited: entry ${edited.seq} does not have its hash.`);
}

function entriesIn(text: string): readonly unknown[] | undefined {
  try {
    const { entries } = asRecord(JSON.parse(text));
    return Array.isArray(entries) ? entries : undefined;
  } catch {
    return undefined;
  }
}

function isPrintedEntry(value: unknown): value is PrintedEntry {
  const { seq, previous, content, hash } = asRecord(value);
  return typeof seq === 'number' && [previous, content, hash].every((it) => typeof it === 'string');
}

const withoutHead =
  'Without --head, entries that were removed from the end are not found. Keep this head where whoever can write the journal cannot.';

function summaryOf({ findings, findingCount }: Verification): string {
  const shown = findings.slice(0, MAX_SHOWN).map(({ message }) => message);
  const more = findingCount - shown.length;
  const all = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  return `The journal is not as this program wrote it: ${all}.`;
}

const MAX_SHOWN = 5;
