/** Two hosts that pay with one journal, the first of them through a proxy that breaks its connection. */

import pg from 'pg';
import { remit, type TestRun } from '../helpers/run-command.ts';
import { openAsked, taken } from '../safety/stub-payment-service.ts';
import type { Server } from './server.ts';
import { type Break, type ServerEnd, type Statement, statementProxy } from './statement-proxy.ts';

/** The kinds of loss of a connection. */
export const losses = ['killed', 'cut', 'restarted', 'paused'] as const;
/** A kind of loss: the server ends it, the network is cut, the server restarts, or nothing arrives any more. */
export type Loss = (typeof losses)[number];

/** The place of a loss: a statement of the first host, before the server receives it or after it ran. */
export interface LossAt {
  readonly loss: Loss;
  readonly at: Break['at'];
  /** Reports whether it is at this statement; `number` counts those of a run from 0. */
  readonly isAt: (statement: Statement, number: number) => boolean;
}

/** The runs of a payment: of the first host, of the second one during the loss, and of the second one afterwards. */
export interface Payments {
  readonly first: HostRun;
  readonly second: HostRun;
  readonly last: HostRun;
  /** The statement at which the connection was lost; `undefined` if the first host did not come to it. */
  readonly lostAt: string | undefined;
}

/** A run of a host, and the number of requests to pay that it sent. */
export interface HostRun extends TestRun {
  readonly sent: number;
}

/** Two hosts with a service and a journal of their own. */
export interface TwoHosts {
  /** Pays a payable with the first host while nothing is lost. Resolves to its statements. */
  readonly statements: (payable: string) => Promise<readonly string[]>;
  readonly pay: (payable: string, at: LossAt) => Promise<Payments>;
  /** Runs a line on one of the hosts, while nothing is lost. */
  readonly run: (host: 'first' | 'second', line: string) => Promise<TestRun>;
  readonly close: () => Promise<void>;
}

/** Opens two hosts whose journal is a schema of a server. */
export async function openTwoHosts(server: Server, schema: string): Promise<TwoHosts> {
  const asked = await openAsked();
  const folder = new URL(server.address).searchParams.get('host');
  let onStatement: (statement: Statement) => Break | undefined = () => undefined;
  const proxy = await statementProxy(`${folder}/.s.PGSQL.5432`, (statement) =>
    onStatement(statement),
  );
  asked.answers(taken);
  const direct = server.schema(schema);
  const proxied = `postgres://remit@127.0.0.1:${proxy.port}/postgres?schema=${schema}`;
  const on = (machine: string, database: string) => {
    const home = `${asked.folder}/${machine}`;
    const env = { ...asked.env, REMIT_HOME: home, REMIT_JOURNAL_DATABASE: database };
    return (line: string) => remit(line, { env, machine });
  };
  const [one, two] = [on('one', proxied), on('two', direct)];
  const pays = (payable: string) => `pay initiate ${payable} --yes --json`;
  const counted = async (work: () => Promise<TestRun>): Promise<HostRun> => {
    const before = asked.writes.length;
    const run = await work();
    return { ...run, sent: asked.writes.length - before };
  };
  await two('journal list');

  return {
    async statements(payable) {
      const seen: string[] = [];
      onStatement = ({ text }) => void seen.push(text);
      const { code, err } = await one(pays(payable));
      if (code !== 0) throw new Error(`It was not paid: ${err}`);
      return seen;
    },
    async pay(payable, { loss, at, isAt }) {
      const line = pays(payable);
      let number = 0;
      let lostAt: string | undefined;
      let second: Promise<HostRun> | undefined;
      onStatement = (statement) => {
        if (lostAt !== undefined || !isAt(statement, number++)) return undefined;
        lostAt = statement.text;
        return {
          at,
          work: async (end) => {
            await ways[loss](server, end);
            second = counted(() => two(line));
            if (loss === 'paused') return 'paused';
            await second;
            return 'ended';
          },
        };
      };
      const both = await counted(() => one(line));
      const ran = (await second) ?? { code: 0, out: '', err: 'not run', sent: 0 };
      const last = await counted(() => two(line));
      return { first: { ...both, sent: both.sent - ran.sent }, second: ran, last, lostAt };
    },
    run: (host, line) => {
      onStatement = () => undefined;
      return host === 'first' ? one(line) : two(line);
    },
    close: async () => {
      await proxy.close();
      await asked.close();
    },
  };
}

const ways: Readonly<Record<Loss, (server: Server, end: ServerEnd) => Promise<void>>> = {
  killed: (server, { backend }) => endBackend(server, backend),
  cut: async (_, { cut }) => cut(),
  restarted: async ({ stop, start }) => {
    await stop();
    await start();
  },
  paused: async () => {},
};

/** Ends a process of the server, and waits until it is gone. */
async function endBackend(server: Server, backend: number): Promise<void> {
  const admin = new pg.Client({ connectionString: server.address });
  await admin.connect();
  await admin.query('select pg_terminate_backend($1, 5000)', [backend]);
  await admin.end();
}
