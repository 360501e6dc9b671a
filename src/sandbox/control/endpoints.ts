/** The controls of the sandbox as HTTP endpoints. */

import { timingSafeEqual } from 'node:crypto';
import { type Control, routeOf } from '../../api/controls/control.ts';
import { type ControlName, controls } from '../../api/controls/controls.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { toDollars } from '../../api/money.ts';
import { type EventType, notTriggerable } from '../../api/operations/event-types.ts';
import { isRecord } from '../../is-record.ts';
import { bearerOf } from '../access/tokens.ts';
import type { Engine } from '../context/engine.ts';
import type { Endpoint, HandlerContext } from '../context/handler-context.ts';
import { readBody, readJson } from '../context/parse-input.ts';
import {
  type IncomingRequest,
  MAX_SNAPSHOT_BYTES,
  type RequestHead,
} from '../context/request-body.ts';
import { type Config, changeConfig, readConfig } from '../context/settings.ts';
import { jsonReply } from '../context/success-response.ts';
import { readAmount, readTrimmedText } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import { logActivity } from '../payable/activity.ts';
import { accountTriggers } from '../trigger/account-triggers.ts';
import { paymentTriggers, type Trigger } from '../trigger/payment-triggers.ts';
import { createTriggerContext } from '../trigger/trigger-context.ts';
import { inspectorControlHandlers } from '../web/inspector/access.ts';
import { accountingControlHandlers } from './accounting.ts';
import { bankControlHandlers } from './banks.ts';
import { businessControlHandlers } from './businesses.ts';
import { clockControlHandlers } from './clock.ts';
import { type ControlHandlers, engineControls } from './control-handlers.ts';
import { eventControlHandlers, lastEventSeq, readCaused } from './events.ts';
import { faultControlHandlers } from './faults.ts';
import { ledgerControlHandlers } from './ledger.ts';
import { linkProviderControlHandlers } from './link-provider.ts';
import { outboxControlHandlers } from './outbox.ts';
import { paymentControlHandlers } from './payments.ts';
import { stateControlHandlers } from './snapshot.ts';
import { peopleControlHandlers, tagControlHandlers } from './users.ts';

/** The triggers by type of event; a type without one is in `notTriggerable`. */
export const triggers: Readonly<Partial<Record<EventType, Trigger>>> = {
  ...accountTriggers,
  ...paymentTriggers,
};

/** The control that causes an event, in one transaction: if a step of it is refused, nothing of it remains. */
const triggerControlHandlers: ControlHandlers<'triggerEvent'> = {
  async triggerEvent({ type }, context) {
    const trigger = triggers[type];
    if (!trigger) {
      const message = `${type} cannot be triggered: it ${notTriggerable[type]}.`;
      throw new ApiError(422, 'not_triggerable', message);
    }
    const before = await lastEventSeq(context.db);
    await trigger(await createTriggerContext(context));
    return { now: context.now().toISOString(), ...(await readCaused(before, context.db)) };
  },
};

/** Controls of the operator's settings. Given fields are changed, others keep their values. */
const configControlHandlers: ControlHandlers<'readSettings' | 'changeSettings'> = {
  readSettings: async (_, { db }) => shown(await readConfig(db)),

  async changeSettings({ holdThreshold, reminderHours, strictEmail }, { db }) {
    const changes = {
      ...(holdThreshold !== undefined && {
        holdThresholdCents: readAmount(holdThreshold, 'holdThreshold'),
      }),
      ...(reminderHours !== undefined && { reminderHours }),
      ...(strictEmail !== undefined && { strictEmail }),
    };
    if (Object.keys(changes).length === 0) {
      const message = 'Specify one of holdThreshold, reminderHours and strictEmail.';
      throw new ApiError(400, 'missing_field', message);
    }
    return shown(await changeConfig(db, changes));
  },
};

const shown = ({ holdThresholdCents, ...rest }: Config) => ({
  holdThreshold: toDollars(holdThresholdCents),
  ...rest,
});

const MAX_TEXT = 1_000;

const commentControlHandlers: ControlHandlers<'addComment'> = {
  async addComment({ id, text, author, businessId = null }, world) {
    await rowAt(world.db, 'payables', id);
    const message = readTrimmedText(text, 'text', MAX_TEXT);
    const actor = { type: 'user', userId: null, name: author, businessId } as const;
    await logActivity(world, id, { type: 'comment', message, actor });
    const createdAt = world.now().toISOString();
    return { payableId: id, type: 'comment', message, actor, createdAt };
  },
};

/** The handlers of all controls; a missing one is a compile error. */
const handlers: ControlHandlers<ControlName> = {
  ...accountingControlHandlers,
  ...bankControlHandlers,
  ...businessControlHandlers,
  ...clockControlHandlers,
  ...commentControlHandlers,
  ...configControlHandlers,
  ...eventControlHandlers,
  ...faultControlHandlers,
  ...inspectorControlHandlers,
  ...ledgerControlHandlers,
  ...linkProviderControlHandlers,
  ...outboxControlHandlers,
  ...paymentControlHandlers,
  ...peopleControlHandlers,
  ...stateControlHandlers,
  ...tagControlHandlers,
  ...triggerControlHandlers,
};

type AnyHandler = (input: unknown, scope: Engine | HandlerContext) => Promise<unknown>;

/**
 * Runs a control with the members of its input and returns the JSON of the response.
 *
 * @throws {ApiError} 400 with the member that is wrong; the errors of the control
 */
export async function runControl(
  name: ControlName,
  members: unknown,
  engine: Engine,
): Promise<unknown> {
  const { input }: Control = controls[name];
  const parsed = input ? readBody(input(), members, { strict: true }) : {};
  const handler = handlers[name] as AnyHandler;
  return engineControls.some((it) => it === name)
    ? handler(parsed, engine)
    : engine.transact((world) => handler(parsed, world));
}

interface ControlParts {
  readonly engine: Engine;
  readonly controlToken: string;
}

/** Returns the endpoints of the controls, each behind the control token: a token of the service opens none of them. */
export const controlEndpoints = (parts: ControlParts): readonly Endpoint[] =>
  Object.keys(controls)
    .map((name) => endpointOf(name as ControlName, parts))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));

const endpointOf = (name: ControlName, parts: ControlParts): Endpoint => ({
  ...routeOf(controls[name]),
  maxBodyBytes: name === 'importState' ? MAX_SNAPSHOT_BYTES : undefined,
  admit: async (request) => checkControlToken(request, parts),
  async work(request) {
    checkControlToken(request, parts);
    return jsonReply(200, await runControl(name, membersOf(request), parts.engine));
  },
});

/**
 * Checks the control token of a request in constant time.
 *
 * @throws {ApiError} 401
 */
export function checkControlToken({ header }: RequestHead, { engine, controlToken }: ControlParts) {
  const actual = Buffer.from(engine.hash(bearerOf(header('authorization')) ?? ''));
  if (timingSafeEqual(actual, Buffer.from(engine.hash(controlToken)))) return;
  throw new ApiError(401, 'invalid_token', 'Sandbox controls require the control token.');
}

/** Returns the members of a request: those of its query or its body, and of its path. */
function membersOf({ method, params, query, text }: IncomingRequest): unknown {
  const others = method === 'GET' ? Object.fromEntries(query) : readJson(text());
  return isRecord(others) ? { ...others, ...params } : others;
}
