import { ApiError } from '../../api/http/api-error.ts';
import type { payable as contract } from '../../api/operations/payable.ts';
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

export const payableHandlers: Handlers<typeof contract> = {
  async create({ params, body }, context) {
    const { id, status, created_at } = await createPayable(context, params.businessId, body);
    return { id, status, createdAt: created_at };
  },

  async list({ params, query }, context) {
    const { limit = 20, offset = 0, status, connectionId, direction } = query;
    checkPaging(limit, offset);
    const filter = {
      businessId: params.businessId,
      statuses: readStatuses(status),
      connectionId,
      direction,
    };
    const { data, total } = await readPayablesPage(filter, { limit, offset }, context);
    return { data, total, limit, offset, hasMore: offset + data.length < total };
  },

  get: ({ params }, context) => toPayableView(params, context),

  async update({ params, body }, context) {
    await editPayable(context, await payableAt(params.payableId, context), body);
    return toPayableView(params, context);
  },

  approve: ({ params }, context) => transition('approve', params, context),

  decline: ({ params, body }, context) =>
    transition(
      'decline',
      params,
      context,
      body?.reason === undefined ? null : readTrimmedText(body.reason, 'reason', 500),
    ),

  cancel: ({ params }, context) => transition('cancel', params, context),

  remind: async ({ params }, context) =>
    remindPayer(context, await payableAt(params.payableId, context)),

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

  export: ({ params, body }, context) => exportPayables(params.businessId, body ?? {}, context),
};

async function transition(
  name: PayableTransition,
  path: Path,
  context: HandlerContext,
  reason: string | null = null,
) {
  await transitionPayable(context, await payableAt(path.payableId, context), name, { reason });
  return toPayableView(path, context);
}

const toPayableView = async ({ businessId, payableId }: Path, context: HandlerContext) =>
  toPayable(await payableAt(payableId, context), businessId);

function checkPaging(limit: number, offset: number): void {
  const isValid =
    Number.isInteger(limit) &&
    limit >= 1 &&
    limit <= 100 &&
    Number.isInteger(offset) &&
    offset >= 0;
  if (isValid) return;
  throw new ApiError(
    400,
    'invalid_pagination',
    'limit must be a whole number from 1 to 100, offset one from 0.',
  );
}
