import { assertExists, readTrimmedText } from '../context/validation.ts';
import { logActivity } from '../payable/activity.ts';
import type { ControlHandlers } from './control-handlers.ts';

const MAX_TEXT = 1_000;

export const commentControlHandlers: ControlHandlers<'addComment'> = {
  async addComment({ id, text, author, businessId = null }, world) {
    await assertExists(world.db, 'payables', id);
    const message = readTrimmedText(text, 'text', MAX_TEXT);
    const actor = { type: 'user', userId: null, name: author, businessId } as const;
    await logActivity(world, id, { type: 'comment', message, actor });
    const createdAt = world.now().toISOString();
    return { payableId: id, type: 'comment', message, actor, createdAt };
  },
};
