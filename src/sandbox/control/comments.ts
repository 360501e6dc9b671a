import { z } from 'zod/mini';
import { controls } from '../../contract/control.ts';
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
  control(controls.addComment, async ({ params: { id }, body }, world) => {
    const { text, author, businessId = null } = readBody(Comment, body);
    await checkPayable(id, world);
    const message = readTrimmedText(text, 'text', MAX_TEXT);
    const actor = { type: 'user', userId: null, name: author, businessId } as const;
    await logActivity(world, id, { type: 'comment', message, actor });
    return {
      payableId: id,
      type: 'comment',
      message,
      actor,
      createdAt: world.now().toISOString(),
    };
  }),
];

async function checkPayable(id: string, { db }: HandlerContext): Promise<void> {
  const row = await db.selectFrom('payables').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw createNotFoundError('payable', id);
}
