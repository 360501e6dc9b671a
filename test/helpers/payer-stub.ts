/** A service for one payer, whose payables are given; it records what is changed. */

import { remit, type TestInput, type TestRun } from './run-command.ts';
import { type Answering, answering, reply } from './stub-server.ts';

/** A payable as the service shows it. */
export type Shown = Readonly<Record<string, unknown>> & { readonly id: string };

/** A running service with payables that can be changed. */
export interface PayerStub {
  readonly payables: Map<string, Shown>;
  /** Runs a command line against it, as business `biz_me`. */
  readonly run: (line: string | readonly string[], typed?: TestInput) => Promise<TestRun>;
  /** Changes each payable that is read by its id; lists show them unchanged. */
  readonly onRead: (change: (record: Shown) => object) => void;
  /** Changes the record that answers each write. */
  readonly onWrite: (change: (record: object) => object) => void;
  /** Returns the writes since the last call: method, path and body. */
  readonly takeWrites: () => readonly string[];
  readonly service: Answering;
}

/** Returns an open payable of Coastal, with the given fields changed. */
export const payableWith = (fields: Shown): Shown => ({
  status: 'SUBMITTED',
  direction: 'received',
  amount: 48,
  dueDate: '2026-04-01',
  invoiceNumber: 'CL-7001',
  connectionId: 'conn_coastal',
  senderBusinessId: 'biz_coastal',
  payerBusinessId: 'biz_me',
  payeeName: 'Coastal',
  ...fields,
});

/** Starts the service. `home` is a directory for configuration and journal. */
export async function startPayerStub(home: string): Promise<PayerStub> {
  const payables = new Map<string, Shown>();
  const writes: string[] = [];
  let shownAs = (record: Shown): object => record;
  let answeredAs = (record: object): object => record;
  const service = await answering((request, response, body) => {
    const { method = '', url = '' } = request;
    const { pathname } = new URL(url, 'http://service');
    if (method !== 'GET') writes.push(`${method} ${pathname} ${body}`.trim());
    const answer = method === 'GET' ? read(pathname, payables) : write(pathname, body, payables);
    const [status, record] = answer ?? [404, { code: 'not_found', message: 'Not found.' }];
    const isPayable = method === 'GET' && /\/payables\/[^/]+$/.test(pathname) && status === 200;
    const isWrite = method !== 'GET' && status < 300;
    const shown = isPayable ? shownAs(record as Shown) : record;
    reply(response, status, isWrite ? answeredAs(shown) : shown);
  });
  const env = {
    REMIT_BASE_URL: service.baseUrl,
    REMIT_TOKEN: 'token-of-the-test',
    REMIT_BUSINESS: 'biz_me',
    REMIT_HOME: home,
  };
  return {
    payables,
    service,
    onRead: (change) => {
      shownAs = change;
    },
    onWrite: (change) => {
      answeredAs = change;
    },
    run: (line, typed = {}) => remit(line, { cwd: home, ...typed, env: { ...env, ...typed.env } }),
    takeWrites: () => writes.splice(0),
  };
}

type Answer = readonly [status: number, body: object] | undefined;

const idIn = (pathname: string) => /\/payables\/([^/]+)/.exec(pathname)?.[1];

function read(pathname: string, payables: ReadonlyMap<string, Shown>): Answer {
  if (pathname.endsWith('/bank-accounts')) {
    const account = { id: 'fs_1', businessId: 'biz_me', status: 'verified', last4: '0001' };
    return [200, [{ ...account, isDefault: true }]];
  }
  if (pathname.endsWith('/activity-log')) return [200, []];
  const id = idIn(pathname);
  if (id === undefined) return [200, { data: [...payables.values()], total: payables.size }];
  const found = payables.get(id);
  return found && [200, found];
}

function write(pathname: string, body: string, payables: ReadonlyMap<string, Shown>): Answer {
  const ordered = /"payableId":"([^"]+)"/.exec(body)?.[1];
  if (ordered !== undefined) return [201, { paymentId: 'pmt_1', payableId: ordered }];
  const found = payables.get(idIn(pathname) ?? '');
  const status = pathname.endsWith('/approve') ? 'APPROVED' : 'DECLINED';
  return found && [200, { ...found, status }];
}
