import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { named, type Server, serverPrograms, startServer } from './server.ts';
import type { Break } from './statement-proxy.ts';
import { type Loss, losses, openTwoHosts, type Payments, type TwoHosts } from './two-hosts.ts';

/**
 * Every way to lose the database at every statement takes some minutes. A short run takes three ways, all of them where a
 * transaction writes, and one in turn where it reads.
 */
const isAll = process.env['REMIT_POSTGRES'] === 'all';
type Side = Break['at'];
const sidesOf: Readonly<Record<Loss, readonly Side[]>> = isAll
  ? {
      killed: ['before', 'after', 'between'],
      cut: ['before', 'after'],
      restarted: ['before', 'after', 'between'],
      paused: ['before', 'after'],
    }
  : { killed: ['before', 'between'], cut: ['after'], restarted: [], paused: [] };

const ways = losses.flatMap((loss) => sidesOf[loss].map((at) => ({ loss, at })));

/** The exit codes of the runs by statement and loss. */
type Table = Map<string, Map<string, string>>;

/** So many cases run at once: each waits for most of its time. */
const atOnce: Readonly<Record<Loss, number>> = { killed: 9, cut: 9, restarted: 6, paused: 22 };

/** The exit codes of a run that sent nothing, and of one that sent its request. */
const CODES = { unsent: [3, 14], sent: [0, 10, 13] };

describe.skipIf(serverPrograms() === undefined)(named('a database that goes away'), () => {
  let server: Server;
  const table: Table = new Map();
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => {
    process.stdout.write(`${tableText(table)}\n`);
    await server?.close();
  });

  test.for(losses.filter((loss) => sidesOf[loss].length > 0))(
    '%s at any statement of a payment pays nothing twice, and the exit code says what happened',
    {
      timeout: 600_000,
    },
    async (loss) => {
      const statements = await statementsOf(server, loss);
      const cases = statements.flatMap((_, number) => {
        const own = ways.filter((_, way) => writes(statements, number) || isTurn(way, number));
        return own.filter((it) => it.loss === loss).map(({ at }) => ({ number, at }));
      });
      const lanes = Array.from({ length: atOnce[loss] }, async (_, lane) => {
        // A restart is one of all connections.
        const own = loss === 'restarted' ? await startServer() : undefined;
        const hosts = await openTwoHosts(own ?? server, `${loss}_${lane}`);
        for (let it = cases.shift(); it; it = cases.shift()) {
          const { number, at } = it;
          const payable = `pay_${number}_${at}`;
          const isAt = (_: unknown, its: number) => its === number;
          const paid = await hosts.pay(payable, { loss, at, isAt });
          note(table, { number, loss, at, paid });
          await assertTold(hosts, payable, paid);
        }
        const verified = await hosts.run('second', 'journal verify');
        expect(verified.code, verified.out + verified.err).toBe(0);
        await hosts.close();
        await own?.close();
      });
      await Promise.all(lanes);
    },
  );
});

async function statementsOf(server: Server, loss: Loss): Promise<readonly string[]> {
  const hosts = await openTwoHosts(server, `${loss}_count`);
  const statements = await hosts.statements('pay_1');
  await hosts.close();
  // Opening, the checks before a question, the intent, its outcome, and what was learned of the service.
  expect(statements.length).toBeGreaterThan(25);
  // The intent and its outcome are six rows, two entries of the chain and two commits.
  expect(statements.filter((_, number) => writes(statements, number))).toHaveLength(10);
  return statements;
}

/** Reports whether a statement changes something, or commits what the transaction has changed. */
function writes(statements: readonly string[], number: number): boolean {
  const isChange = (text = '') => /^(insert|update|delete)\b/.test(text);
  const begin = statements.findLastIndex((text, at) => at <= number && text.startsWith('begin'));
  const isCommit = statements[number] === 'commit';
  return (
    isChange(statements[number]) || (isCommit && statements.slice(begin, number).some(isChange))
  );
}

const isTurn = (way: number, number: number): boolean => isAll || number % ways.length === way;

async function assertTold(hosts: TwoHosts, payable: string, paid: Payments): Promise<void> {
  const { first, second, last, lostAt } = paid;
  const told = `${payable} at ${lostAt}: ${JSON.stringify(paid, null, 1)}`;
  expect(lostAt, told).toBeDefined();
  expect(first.sent + second.sent + last.sent, told).toBeLessThanOrEqual(1);
  for (const run of [first, second, last]) {
    expect(run.sent === 0 ? CODES.unsent : CODES.sent, told).toContain(run.code);
  }
  const listed = async (flag = '') =>
    JSON.parse(
      (await hosts.run('first', `journal list ${flag} --payable ${payable} --json`)).out,
    ) as { outcome: string }[];
  const applied = (await listed()).filter(({ outcome }) => outcome === 'applied');
  // What was paid is known as paid, or listed, and blocks the next try; what is neither was not paid.
  const isKnown = applied.length === 1 || (await listed('--unresolved')).length === 1;
  if (first.sent + second.sent === 1) expect([isKnown, last.code], told).toEqual([true, 14]);
  else expect([0, 14, 3], told).toContain(last.code);
  if (first.code === 0) expect(applied, told).toHaveLength(1);
}

function note(
  table: Table,
  { number, loss, at, paid }: { number: number; loss: Loss; at: Side; paid: Payments },
): void {
  const text = (paid.lostAt ?? 'not reached')
    .replace(/(?<=search_path to )\S+;/, '…;')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 44);
  const name = `${String(number).padStart(2)} ${text}`.padEnd(48);
  const codes = [paid.first, paid.second, paid.last].map(({ code }) => code).join('/');
  const row = table.get(name) ?? new Map<string, string>();
  table.set(name, row.set(`${loss}, ${at}`, codes));
}

/** Returns the exit codes of the first host, of the second one during the loss and of the second one afterwards. */
function tableText(table: Table): string {
  const columns = losses.flatMap((loss) => sidesOf[loss].map((at) => `${loss}, ${at}`));
  const lines = [...table].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    [''.padEnd(48), ...columns],
    ...lines.map(([name, row]) => [
      name,
      ...columns.map((column) => (row.get(column) ?? '').padEnd(column.length)),
    ]),
  ]
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}
