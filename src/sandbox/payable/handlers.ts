import { ApiError } from '../../contract/http/api-error.ts';
import type { payable as contract } from '../../contract/payable.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { readTrimmedText } from '../context/validation.ts';
import { createPayable } from './create.ts';
import { exportPayables } from './export.ts';
import { readPayablesPage, readStatuses } from './list.ts';
import { payableAt, toPayable } from './records.ts';
import type { PayableTransition } from './rules.ts';
import { remindPayer, transitionPayable } from './transitions.ts';
import { editPayable } from './update.ts';

interface Path {
  readonly businessId: string;
  readonly payableId: string;
}

/** Handlers of the operations on payables. */
export const payableHandlers: Handlers<typeof contract> = {
  async create({ params, body }, world) {
    const { id, status, created_at } = await createPayable(world, params.businessId, body);
    return { id, status, createdAt: created_at };
  },

  async list({ params, query }, world) {
    const { limit = 20, offset = 0, status, connectionId, direction } = query;
    checkPaging(limit, offset);
    const wanted = {
      businessId: params.businessId,
      statuses: readStatuses(status),
      connectionId,
      direction,
    };
    const { data, total } = await readPayablesPage(wanted, { limit, offset }, world);
    return { data, total, limit, offset, hasMore: offset + data.length < total };
  },

  get: ({ params }, world) => shown(params, world),

  async update({ params, body }, world) {
    await editPayable(world, await payableAt(params.payableId, world), body);
    return shown(params, world);
  },

  approve: ({ params }, world) => moved('approve', params, world),

  decline: ({ params, body }, world) =>
    moved(
      'decline',
      params,
      world,
      body?.reason === undefined ? null : readTrimmedText(body.reason, 'reason', 500),
    ),

  cancel: ({ params }, world) => moved('cancel', params, world),

  remind: async ({ params }, world) => remindPayer(world, await payableAt(params.payableId, world)),

  async activity({ params }, { db }) {
    const rows = await db
      .selectFrom('activity')
      .selectAll()
      .where('payable_id', '=', params.payableId)
      .orderBy('seq')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      payableId: row.payable_id,
      type: row.type,
      message: row.message,
      actor: JSON.parse(row.actor),
      fromStatus: row.from_status,
      toStatus: row.to_status,
      metadata: JSON.parse(row.metadata),
      createdAt: row.created_at,
    }));
  },

  export: ({ params, body }, world) => exportPayables(params.businessId, body ?? {}, world),
};

async function moved(
  name: PayableTransition,
  path: Path,
  world: HandlerContext,
  reason: string | null = null,
) {
  await transitionPayable(world, await payableAt(path.payableId, world), name, { reason });
  return shown(path, world);
}

const shown = async ({ businessId, payableId }: Path, world: HandlerContext) =>
  toPayable(await payableAt(payableId, world), businessId);

function checkPaging(limit: number, offset: number): void {
  const isFine =
    Number.isInteger(limit) &&
    limit >= 1 &&
    limit <= 100 &&
    Number.isInteger(offset) &&
    offset >= 0;
  if (isFine) return;
  throw new ApiError(
    400,
    'invalid_pagination',
    'limit must be a whole number from 1 to 100, offset one from 0.',
  );
}
