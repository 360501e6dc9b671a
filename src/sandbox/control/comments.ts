import { z } from 'zod/mini';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { createNotFoundError, readTrimmedText } from '../context/validation.ts';
import { logActivity } from '../payable/activity.ts';
import { control } from './route.ts';

const MAX_TEXT = 1_000;

const Comment = z.object({
  text: z.string(),
  author: z._default(z.string(), 'Somebody'),
  businessId: z.optional(z.string()),
});

/** Controls of comments on payables: the activity log shows them, and the specification has no route to create them. */
export const commentControls = [
  control(
    'POST',
    '/sandbox/payables/{id}/comments',
    async ({ params: { id }, body }, context) => {
      const { text, author, businessId = null } = readBody(Comment, body);
      await checkPayable(id, context);
      const message = readTrimmedText(text, 'text', MAX_TEXT);
      const actor = { type: 'user', userId: null, name: author, businessId } as const;
      await logActivity(context, id, { type: 'comment', message, actor });
      return {
        payableId: id,
        type: 'comment',
        message,
        actor,
        createdAt: context.now().toISOString(),
      };
    },
    201,
  ),
];

async function checkPayable(id: string, { db }: HandlerContext): Promise<void> {
  const row = await db.selectFrom('payables').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw createNotFoundError('payable', id);
}
