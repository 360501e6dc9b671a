/** A rehearsal: a sandbox in this process with the records of the service, and a context that acts on it. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../api/client/client.ts';
import { type ControlCall, createControlCall } from '../api/client/control-calls.ts';
import { createFetchTransport } from '../api/client/transport/fetch-transport.ts';
import { invite } from '../api/operations/invite.ts';
import type { Operation } from '../api/operations/operation.ts';
import type { Context } from '../cli/context.ts';
import { createTemporaryFolder } from '../config/temporary-folder.ts';
import type { Consent } from '../money/journal/intent.ts';
import { openJournal } from '../money/journal/journal.ts';
import type { Asking } from '../money/port.ts';
import { openedOnce } from '../runtime/open-journal.ts';
import { openScope } from '../runtime/scope.ts';
import { baseOf } from '../runtime/service-client.ts';
import type { MirroredRecords } from '../sandbox/mirror/records.ts';
import { fetchOf } from '../sandbox/server/sandbox-fetch.ts';
import { openSandboxService, type SandboxService } from '../sandbox/server/serve.ts';

export interface Rehearsal {
  /** The caller's context, but nothing that it sends leaves this process, and its journal is a copy. */
  readonly context: Context;
  readonly control: ControlCall;
  readonly close: () => Promise<void>;
}

/** Opens a rehearsal of what happens to `records` from `now` on. */
export async function openRehearsal(
  context: Context,
  { records, now }: { readonly records: MirroredRecords; readonly now: Date },
): Promise<Rehearsal> {
  const folder = await createTemporaryFolder('remit-rehearsal-');
  const cleanups: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    const service = await openSandboxService({
      dataDir: join(folder, 'sandbox'),
      pid: context.system.pid,
      seed: 'empty',
      clock: 'frozen',
      ...{ now, records },
      onFault: (fault) => context.notice(`The sandbox failed: ${fault}`),
    });
    cleanups.push(service.close);
    await (await context.journal()).copyTo(folder);
    const facts = { ...context.system, pendingIntents: new Set<string>() };
    const journal = openedOnce(() => openJournal(folder, facts));
    const asking = agreeing();
    const scope = openScope({
      ...{ facts, asking, journal, fetch: fetchInstead(context, service), ignoresDialect: true },
      ...{ settings: context.settings, secrets: context.secrets, notice: () => {} },
      ...{ business: context.globalFlags.business, headers: [], trace: undefined },
      write: undefined,
      data: async () => undefined,
      tokenFromFile: async () => (await service.ownerToken()).token,
      lendTerminal: (work) => work(),
    });
    cleanups.push(scope.close);
    const send = createFetchTransport(fetchOf(service), { base: new URL(service.baseUrl) });
    const client = createClient({ send, token: service.controlToken });
    return {
      context: {
        ...context,
        ...scope.calls,
        // Invitations are no part of it.
        records: (op: Operation, input, paging) =>
          (op === invite.list ? context : scope.calls).records(op, input, paging),
        confirm: asking.confirm,
        notice: () => {},
        progress: { ...context.progress, show: () => {}, end: () => {} },
      },
      control: createControlCall(client),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns a `fetch` that calls the sandbox in place of the service, at the paths below its base URL. */
function fetchInstead({ settings }: Context, service: SandboxService): typeof fetch {
  const send = fetchOf(service);
  const base = baseOf(settings()).href.replace(/\/+$/, '');
  return (url, init) => send(String(url).replace(base, service.baseUrl), init);
}

/** Agrees to every question, as `--yes` does with an expectation. */
function agreeing(): Asking {
  let consent: Consent | null = null;
  return {
    confirm: async () => {
      consent = 'yes-expected';
      return false;
    },
    consent: () => consent,
    assertConfirmed: () => {},
  };
}
