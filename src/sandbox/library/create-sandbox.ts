/** A sandbox in this process, as a program creates it. */

import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toAdvance } from '../../api/controls/clock.ts';
import type { Control } from '../../api/controls/control.ts';
import { type ControlCalls, controlCallsOf } from '../../api/controls/control-calls.ts';
import { type ControlName, controls as table } from '../../api/controls/controls.ts';
import type { SandboxEvent } from '../../api/controls/events.ts';
import { asInProcess } from '../../api/http/in-process.ts';
import { dollarsAsCents, toDollars } from '../../api/money.ts';
import { mapAmounts } from '../../api/schema/schema-introspection.ts';
import { systemRandom } from '../context/random.ts';
import { fetchOf } from '../server/sandbox-fetch.ts';
import { type LocalSandbox, openSandboxService, type SandboxConfig } from '../server/serve.ts';
import type {
  DemoBusiness,
  FollowEvents,
  FollowFilter,
  Sandbox,
  SandboxOptions,
} from './sandbox-options.ts';

/** The time of sandboxes that have no other: Monday, 10:00 in New York. */
const USUAL_NOW = '2026-03-02T15:00:00Z';

/**
 * Creates a sandbox, in memory or in a directory. It listens on no port and reaches no network.
 *
 * @throws {RangeError} if `now` is no time
 * @throws {FolderInUseError} if the directory is served already
 */
export async function openLibrarySandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const faults: unknown[] = [];
  const service = await openSandboxService({
    ...(await configOf(options)),
    onFault: (fault) => faults.push(fault),
  });
  const home = join(tmpdir(), systemRandom.newId('remit-sandbox'));
  const fetch = fetchOf(service);
  let isClosed = false;
  const controls = controlCallsOf(inCents(service));
  const { clock, events } = controls;
  const follow = eventFollower({
    ...{ events, nextChange: service.nextChange, isClosed: () => isClosed },
  });
  const close = async () => {
    isClosed = true;
    await service.close();
    await rm(home, { recursive: true, force: true });
    const [cause] = faults.splice(0);
    if (cause) throw new Error('The sandbox had an internal error.', { cause });
  };
  return {
    ...controls,
    ...(await ownerOf(service)),
    transport: asInProcess({ baseUrl: service.baseUrl, fetch, home }),
    fetch,
    controlToken: service.controlToken,
    listen: async ({ port = 0 } = {}) => (await service.listen(port)).baseUrl,
    clock: {
      ...clock,
      advance: (by) => clock.advance(typeof by === 'string' ? toAdvance(by) : by),
    },
    faults: {
      ...controls.faults,
      add: ({ method, path, operation, ...fault }) =>
        controls.faults.add({ ...fault, match: { method, path, operation } }),
    },
    events: Object.assign(follow, events),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the call of a control with amounts in cents, as in the client. */
const inCents =
  (service: LocalSandbox) =>
  async (name: ControlName, given: unknown): Promise<unknown> => {
    const { input, output }: Control = table[name];
    const dollars = input ? mapAmounts(input(), given, toDollars) : given;
    return mapAmounts(output(), await service.control(name, dollars), dollarsAsCents);
  };

type Config = Omit<SandboxConfig, 'onFault'>;

async function configOf(options: SandboxOptions): Promise<Config> {
  const { dir, seed = 'demo', clock = 'frozen', ...given } = options;
  const { now = clock === 'frozen' ? USUAL_NOW : undefined } = given;
  const { idempotency, initiateLeavesApproved, conflictStatus, strict } = given;
  const created = {
    ...{ seed, clock, now: now === undefined ? undefined : new Date(now) },
    options: {
      ...(idempotency && { idempotency }),
      ...(initiateLeavesApproved && { initiateLeavesApproved }),
      ...(conflictStatus && { conflictStatus }),
      ...(strict === undefined ? {} : { strict: strict ? ('on' as const) : ('off' as const) }),
    },
  };
  return {
    ...created,
    dataDir: dir,
    pid: 0,
    tokenTtlSeconds: given.ttl,
    perMinute: given.rateLimit,
    webhookUrl: given.webhookUrl,
    // A clock that runs would have moved on in a copy.
    contents: clock === 'frozen' ? await contentsOf(created) : undefined,
  };
}

/** Returns the businesses of the owner, with a token. */
async function ownerOf(service: LocalSandbox): Promise<Pick<Sandbox, 'demo'>> {
  const { token } = await service.ownerToken();
  const businesses = await service.businesses();
  const named = (name: string): DemoBusiness => {
    const business = businesses.find((it) => it.name === name);
    if (business) return { business, token };
    throw new Error(`The sandbox had no ${name} when it was opened: see the option seed.`);
  };
  return {
    demo: {
      get acme() {
        return named('Acme Hotels LLC');
      },
      get coastal() {
        return named('Coastal Linen Inc');
      },
    },
  };
}

/** The options that decide the contents of a new sandbox. */
type Created = Pick<SandboxConfig, 'seed' | 'clock' | 'now' | 'options'>;

/** Contents that are kept: tests use few, but each can have a time of its own. */
const MAX_KEPT = 16;

const kept = new Map<string, Promise<string>>();

/** Returns the script of SQL that creates a sandbox with these options. Copies have equal ids and tokens. */
function contentsOf(created: Created): Promise<string> {
  const key = JSON.stringify(created);
  const found = kept.get(key);
  if (found) return found;
  const contents = seeded(created);
  kept.set(key, contents);
  contents.catch(() => kept.delete(key));
  const [oldest = key] = kept.keys();
  if (kept.size > MAX_KEPT) kept.delete(oldest);
  return contents;
}

async function seeded(created: Created): Promise<string> {
  const service: LocalSandbox = await openSandboxService({
    ...created,
    pid: 0,
    onFault: (fault) => {
      throw fault;
    },
  });
  try {
    return await service.dump();
  } finally {
    await service.close();
  }
}

/** The sandbox whose events are followed. */
interface EventSource {
  readonly events: ControlCalls['events'];
  readonly nextChange: () => Promise<void>;
  readonly isClosed: () => boolean;
}

/** Returns the function that follows the events of a sandbox. */
const eventFollower =
  (source: EventSource): FollowEvents =>
  (filter = {}) => {
    // Asked at once, so that an event of the next request is a later one.
    const start = lastEvent(source, filter);
    start.catch(() => {}); // whoever iterates is told
    return { [Symbol.asyncIterator]: () => follow(source, start, filter) };
  };

async function lastEvent(
  { events }: EventSource,
  { after }: FollowFilter,
): Promise<string | undefined> {
  // An unknown id would count as earlier than all events.
  if (after !== undefined) return (await events.get({ id: after })).id;
  return (await events.list({ last: '1' })).at(-1)?.id;
}

async function* follow(
  { events, nextChange, isClosed }: EventSource,
  start: Promise<string | undefined>,
  { type }: FollowFilter,
): AsyncGenerator<SandboxEvent> {
  let after = await start;
  while (!isClosed()) {
    const changed = nextChange();
    const found = await events.list({ after, ...(type && { type: [type].flat().join() }) });
    for (const event of found) {
      after = event.id;
      yield event;
    }
    if (found.length === 0) await changed;
  }
}
