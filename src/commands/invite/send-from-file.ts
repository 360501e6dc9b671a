import { type Invitation, invite } from '../../api/operations/invite.ts';
import type { OperationInput } from '../../api/operations/operation.ts';
import type { Context } from '../../cli/context.ts';
import { email } from '../../cli/flags/value-parsers.ts';
import type { Cells } from '../../cli/input/cells.ts';
import { readInputFile } from '../../cli/input/input-file.ts';
import {
  DryRunError,
  PartialFailureError,
  type PlannedRequest,
  WriteError,
} from '../../money/errors.ts';

interface Invitee {
  /** The row as a spreadsheet numbers it. */
  readonly row: number;
  readonly body: OperationInput<typeof invite.send>['body'];
}

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
  const invitees = await read(context, path);
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

async function read(context: Context, path: string): Promise<Invitee[]> {
  const file = await readInputFile(context, path, { columns: ['email', 'displayName'] });
  const first = new Map<string, number>();
  const invitees = file.rows.map((cells) => {
    const invitee = inviteeOf(cells);
    const address = addressOf(invitee.body.email);
    const firstRow = first.get(address);
    // An address that is there twice would be invited twice.
    if (firstRow !== undefined) {
      cells.addProblem('email', `${invitee.body.email} is a duplicate of row ${firstRow}`);
    } else if (address !== '') first.set(address, cells.row);
    return invitee;
  });
  file.assertValid();
  return invitees;
}

function inviteeOf(cells: Cells): Invitee {
  const aliasName = cells.text('displayName');
  const address = cells.need('email', email) ?? '';
  return { row: cells.row, body: { email: address, ...(aliasName && { aliasName }) } };
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
