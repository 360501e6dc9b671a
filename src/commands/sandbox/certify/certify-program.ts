/** Certification: a program that pays is run under each fault, and what it paid is counted. */

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../../api/client/client.ts';
import { createControlCall } from '../../../api/client/control-calls.ts';
import { createFetchTransport } from '../../../api/client/transport/fetch-transport.ts';
import { controls } from '../../../api/controls/controls.ts';
import { bank } from '../../../api/operations/bank.ts';
import { connection } from '../../../api/operations/connection.ts';
import { payable } from '../../../api/operations/payable.ts';
import type { Context } from '../../../cli/context.ts';
import { createTemporaryFolder } from '../../../config/temporary-folder.ts';
import { fetchOf } from '../../../sandbox/server/sandbox-fetch.ts';
import type { SandboxService } from '../../../sandbox/server/serve.ts';
import { openSandboxService } from '../../../sandbox/server/serve.ts';
import { listenWithFaults, type WireEntry } from '../../../sandbox/wire/listen.ts';
import { type TrialVerdict, tryUntilDone, verdictOf } from '../../../sandbox/wire/trial.ts';
import { type RunningProgram, startProgram } from './run-program.ts';
import type { ScenarioName } from './scenario-names.ts';
import { scenarios } from './scenarios.ts';

/** The result of one fault. */
export interface CertifiedRow {
  readonly fault: ScenarioName;
  readonly verdict: TrialVerdict;
  /** The number of payments that the service made. */
  readonly payments: number;
  /** The exit codes of the tries: `7, 0`. */
  readonly exits: string;
  /** The exchanges, as lines. */
  readonly wire: readonly string[];
  /** The end of what the program wrote. */
  readonly output: string;
}

/** Options of a certification. */
export interface CertifyOptions {
  readonly words: readonly string[];
  readonly faults: readonly ScenarioName[];
  readonly tries: number;
  readonly slowSeconds: number;
  /** Seconds after which a try is killed. */
  readonly seconds: number;
}

/** Runs a program under each fault, one after the other, in a sandbox that is removed at the end. */
export async function* certifyProgram(
  context: Context,
  options: CertifyOptions,
): AsyncIterable<CertifiedRow> {
  const folder = await createTemporaryFolder('remit-certify-');
  let service: SandboxService | undefined;
  try {
    service = await openSandboxService({
      dataDir: join(folder, 'sandbox'),
      pid: context.system.pid,
      seed: 'basic',
      clock: 'frozen',
      now: new Date('2026-03-02T15:00:00Z'),
      onFault: (fault) => context.notice(`The sandbox failed: ${fault}`),
    });
    const stage = await openStage(service, context);
    for (const [number, fault] of options.faults.entries()) {
      const home = join(folder, `home-${number}`);
      await mkdir(home, { mode: 0o700 });
      yield await certifyUnder(fault, stage, { ...options, number, home });
    }
  } finally {
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Stage = Awaited<ReturnType<typeof openStage>>;

async function openStage(service: SandboxService, { system, secrets }: Context) {
  const { token } = await service.ownerToken();
  const send = createFetchTransport(fetchOf(service), { base: new URL(service.baseUrl) });
  const client = createClient({ send, token: secrets.add(token) });
  const control = createControlCall(createClient({ send, token: service.controlToken }));
  const [payer, payee] = (await service.businesses()).map(({ id }) => id);
  const [account] = await client.call(bank.list, { query: { businessId: payer ?? '' } });
  const [partner] = await client.call(connection.list, { query: { businessId: payer ?? '' } });
  const [payerId, payeeId, connectionId] = [payer ?? '', payee ?? '', partner?.id ?? ''];
  return {
    ...{ service, system, secrets, token },
    ...{ payerId, connectionId, bankId: account?.id ?? '' },
    /** Creates an approved payable, and returns its id. */
    async approved(amount: number, invoiceNumber: string): Promise<string> {
      const { id } = await client.call(payable.create, {
        params: { businessId: payeeId },
        body: { connectionId, amount, invoiceNumber, submit: true },
      });
      await client.call(payable.approve, { params: { businessId: payerId, payableId: id } });
      return id;
    },
    countPayments: async () =>
      (await control(controls.listEvents, { type: 'payment.created' })).length,
  };
}

interface Turn extends CertifyOptions {
  readonly number: number;
  /** A home directory for the program: what one fault left behind does not decide about the next. */
  readonly home: string;
}

async function certifyUnder(fault: ScenarioName, stage: Stage, turn: Turn): Promise<CertifiedRow> {
  const { number, words, home, seconds, slowSeconds } = turn;
  const amount = (2000 + number) / 100;
  const payableId = await stage.approved(amount, `CERT-${number + 1}`);
  const before = await stage.countPayments();
  const programs: RunningProgram[] = [];
  const codes: (number | null)[] = [];
  let isBroken = false;
  const paused = createPause();
  const wire = await listenWithFaults(stage.service, ({ method }) => {
    const play = scenarios[fault];
    if (method === 'GET' || isBroken || !play) return undefined;
    isBroken = true;
    const program = programs.at(-1);
    return (exchange) =>
      play(exchange, {
        kill: async () => program?.signal('KILL'),
        slowMs: slowSeconds * 1000,
        pauseDuringNextTry: async () => {
          await program?.signal('STOP');
          await paused.untilResumed();
          await program?.signal('CONT');
        },
      });
  });
  const values = {
    ...{ payableId, amount: amount.toFixed(2), connectionId: stage.connectionId },
    ...{ bank: stage.bankId, business: stage.payerId, invoiceNumber: `CERT-${number + 1}` },
  };
  const start = () => {
    const program = startProgram({
      words: words.map((word) => withValues(word, values)),
      cwd: stage.system.cwd,
      env: environmentOf(stage, { home, baseUrl: wire.baseUrl }),
      seconds,
    });
    programs.push(program);
    return program.ended.then((code) => {
      codes.push(code);
      return code;
    });
  };
  try {
    const exits = await tryUntilDone(turn.tries, async (time) => {
      const first = start();
      if (time > 1) return first;
      const isPaused = await Promise.race([first.then(() => false), paused.begun.then(() => true)]);
      if (!isPaused) return first;
      // The second try is made while the first one is stopped.
      const second = await start();
      paused.resume();
      const code = await first;
      return code === 0 ? 0 : second;
    });
    await wire.idle();
    const payments = (await stage.countPayments()) - before;
    return {
      fault,
      verdict: verdictOf(exits, payments),
      payments,
      exits: codes.map((code) => code ?? 'killed').join(', '),
      wire: wire.entries.map(wireLine),
      output: stage.secrets.mask(programs.map((it) => it.output()).join('')),
    };
  } finally {
    for (const program of programs) await program.signal('KILL');
    await wire.close();
  }
}

/** A pause of the first try, which lasts until it is resumed. */
function createPause() {
  let begin = () => {};
  let resume = () => {};
  const begun = new Promise<void>((done) => {
    begin = done;
  });
  const resumed = new Promise<void>((done) => {
    resume = done;
  });
  return {
    begun,
    resume: () => resume(),
    untilResumed: () => {
      begin();
      return resumed;
    },
  };
}

const withValues = (word: string, values: Readonly<Record<string, string>>): string =>
  word.replaceAll(/\{(\w+)\}/g, (text, name: string) => values[name] ?? text);

/** Returns the environment of a program: that of this process, with settings of the sandbox alone. */
function environmentOf(
  { system, token, payerId, bankId }: Stage,
  { home, baseUrl }: { readonly home: string; readonly baseUrl: string },
) {
  const others = Object.entries(system.env).filter(([name]) => !name.startsWith('REMIT_'));
  return {
    ...Object.fromEntries(others),
    REMIT_HOME: home,
    REMIT_BASE_URL: baseUrl,
    REMIT_TOKEN: token,
    REMIT_BUSINESS: payerId,
    REMIT_BANK: bankId,
  };
}

/** Returns an exchange as a line: `POST /api/payments/quick-pay  key none  applied 1 time  connection broken`. */
function wireLine({ method, path, idempotencyKey, received, status, isFaulty }: WireEntry): string {
  const key = method === 'GET' ? [] : [`key ${idempotencyKey ?? 'none'}`];
  return [
    `${method} ${path}`,
    ...key,
    received === 0 ? 'did not reach the service' : 'reached the service',
    `${status === null ? 'connection broken' : `status ${status}`}${isFaulty ? ' (fault)' : ''}`,
  ].join(', ');
}
