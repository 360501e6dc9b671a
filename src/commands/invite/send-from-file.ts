import type { Context } from '../../cli/context.ts';
import {
  DryRunError,
  type InputProblem,
  PartialFailureError,
  type PlannedRequest,
  WriteError,
} from '../../cli/errors.ts';
import { email, words } from '../../cli/flags/value-parsers.ts';
import { readRows, type SourceRow } from '../../cli/input/read-input-file.ts';
import { assertNoProblems, Cells } from '../../cli/input/row-parser.ts';
import { type Invitation, invite } from '../../contract/invite.ts';
import type { OperationInput } from '../../contract/operation.ts';

interface Invitee {
  /** Row number from 1, without the header. */
  readonly row: number;
  readonly body: OperationInput<typeof invite.send>['body'];
}

/** The result of one row of the file. */
interface RowResult {
  readonly row: number;
  readonly status: 'created' | 'refused' | 'unknown' | 'skipped';
  readonly id: string | null;
  readonly email: string;
  readonly error: unknown;
}

/**
 * Invites everyone in a file, in order, and returns a result for each row. Continues after a refusal, stops at an
 * unknown outcome, and skips addresses with a pending invitation.
 *
 * @throws {UsageError} with all problems of the file.
 * @throws {PartialFailureError} with the results.
 */
export async function sendFromFile(context: Context, path: string): Promise<RowResult[]> {
  const invitees = await read(await context.files.readText(path), path);
  const businessId = context.business();
  const pending = await pendingOf(context, businessId);
  const results: RowResult[] = [];
  const planned: PlannedRequest[] = [];
  let isUnknown = false;
  for (const invitee of invitees) {
    const found = pending.get(addressOf(invitee.body.email));
    if (found) results.push(result(invitee, 'skipped', found.id, 'an invitation is pending'));
    else if (isUnknown) results.push(result(invitee, 'skipped', null, afterUnknown));
    else {
      const sent = await sendOne(context, businessId, invitee);
      if (sent.error instanceof DryRunError) planned.push(...sent.error.requests);
      else results.push(sent);
      isUnknown = sent.status === 'unknown';
    }
  }
  if (planned.length > 0) throw new DryRunError(planned);
  const failures = results.map(({ error }) => error).filter((error) => error instanceof Error);
  if (failures.length > 0) throw new PartialFailureError(results, failures);
  return results;
}

const afterUnknown = 'not sent: an earlier row has an unknown outcome';

async function read(text: string, path: string): Promise<Invitee[]> {
  const sources = await readRows(text, path, ['email', 'displayName']);
  const problems: InputProblem[] = [];
  const invitees = sources.map((source) => {
    const cells = new Cells(source, path, problems);
    const aliasName = cells.read('displayName', words);
    const address = cells.need('email', email) ?? '';
    return { row: source.row, body: { email: address, ...(aliasName && { aliasName }) } };
  });
  refuseTwice(invitees, sources, path, problems);
  assertNoProblems(path, problems);
  return invitees;
}

/** Adds a problem for each repeated address, which would be invited twice. */
function refuseTwice(
  invitees: readonly Invitee[],
  sources: readonly SourceRow[],
  path: string,
  problems: InputProblem[],
): void {
  const rows = new Map<string, number>();
  for (const [at, { row, body }] of invitees.entries()) {
    const firstRow = rows.get(addressOf(body.email));
    const source = sources[at];
    if (firstRow !== undefined && body.email !== '' && source) {
      new Cells(source, path, problems).addProblem(
        'email',
        `${body.email} is a duplicate of row ${firstRow}`,
      );
    }
    rows.set(addressOf(body.email), row);
  }
}

/** Returns an address in lower case: mail systems ignore case. */
const addressOf = (text: string) => text.toLowerCase();

async function pendingOf(
  context: Context,
  businessId: string,
): Promise<ReadonlyMap<string, Invitation>> {
  const found = new Map<string, Invitation>();
  const rows = context.records<Invitation>(invite.list, { params: { businessId } });
  for await (const invitation of rows)
    if (invitation.status === 'pending') found.set(addressOf(invitation.email ?? ''), invitation);
  return found;
}

async function sendOne(context: Context, businessId: string, invitee: Invitee): Promise<RowResult> {
  try {
    const { id } = await context.call(invite.send, { params: { businessId }, body: invitee.body });
    return result(invitee, 'created', id, null);
  } catch (error) {
    const isUnknownOutcome = error instanceof WriteError && error.outcome === 'unknown';
    return result(invitee, isUnknownOutcome ? 'unknown' : 'refused', null, error);
  }
}

const result = (
  { row, body }: Invitee,
  status: RowResult['status'],
  id: string | null,
  error: unknown,
): RowResult => ({ row, status, id, email: body.email, error });
