import * as z from 'zod/mini';
import { Id } from '../../api/schema/field-types.ts';
import { UsageError } from '../../money/errors.ts';
import { QUIET_SECONDS, reconcile } from '../../runtime/reconcile/reconcile.ts';
import { step } from '../steps.ts';
import { described, task } from './task.ts';

const SHOWN = 50;

/** Tasks about the requests that the journal recorded. */
export const requestTasks = [
  task({
    name: 'list_requests',
    title: 'List sent requests',
    description:
      'List the requests that were sent from here and their outcomes, newest first, from the journal of this machine. One with an unknown outcome may have been applied.',
    input: () =>
      z.strictObject({
        unresolved: described(z.optional(z.boolean()), 'only with an unknown outcome'),
        limit: described(z.optional(z.int()), `default ${SHOWN}`),
      }),
    result: () =>
      z.looseObject({
        items: z.array(
          z.looseObject({ id: z.string(), operation: z.string(), outcome: z.string() }),
        ),
      }),
    async call({ unresolved = false, limit = SHOWN }, context) {
      const journal = await context.journal();
      const open = await journal.list({ unresolved: true });
      const found = unresolved ? open : await journal.list({ unresolved });
      return { items: found.slice(0, limit), next: open.length > 0 ? [step('reconcile')] : [] };
    },
  }),

  task({
    name: 'reconcile',
    title: 'Reconcile unknown outcomes',
    description:
      "Find out from the service's records whether requests with an unknown outcome were applied, such as a payment whose response was lost. Do this instead of sending a request again. A person resolves what stays unresolved.",
    effect: 'write',
    input: () =>
      z.strictObject({
        requests: described(z.optional(z.array(Id)), 'default: all unresolved ones'),
        quietSeconds: described(
          z.optional(z.int().check(z.minimum(0), z.maximum(86_400))),
          'leave requests alone that were sent in the last seconds (default and minimum: setting of the profile, otherwise 120)',
        ),
      }),
    result: () => z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) }),
    async call({ requests = [], quietSeconds }, context) {
      assertQuiet(quietSeconds, context.settings().quietSeconds);
      const items = await reconcile(context, { intents: requests, quietSeconds, wait: false });
      return { items };
    },
  }),
];

/** Throws for a time below that of the profile: a request that is still in flight would be taken for a lost one. */
function assertQuiet(seconds: number | undefined, least: number = QUIET_SECONDS): void {
  if (seconds === undefined || seconds >= least) return;
  throw new UsageError(`quietSeconds must be ${least} or more.`, {
    problems: [{ field: 'quietSeconds', message: `must be ${least} or more` }],
  });
}
