import { argv, kill, pid, stdin, stdout } from 'node:process';
import { intentOf } from '../../src/money/journal/intent-draft.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import type { SendContext } from '../../src/money/journal/send-context.ts';
import type { SpendingRule } from '../../src/money/journal/spending-limits.ts';

/**
 * A program that pays: waits for a line, opens the journal, begins an intent, prints the result, and records the
 * outcome when told to.
 */
const [, , where = '', payableId = '', rule] = argv;

/** The limits of a process that pays about $30.00 under a limit of $100.00, as its fourth argument names it. */
const limitsOf = (name: string): NonNullable<SendContext['limits']> => [
  {
    rule: name as SpendingRule,
    cents: 10_000,
    since: '2026-03-02T05:00:00.000Z',
    policy: 'the policy',
  },
];

const lines = stdin.setEncoding('utf8')[Symbol.asyncIterator]();
stdout.write('ready\n');
await lines.next();
try {
  const journal = await openJournal(where, { pid, isAlive: (id) => kill(id, 0) });
  const draft = intentOf(
    'pay.initiate',
    { body: { payableId } },
    { origin: 'https://pay.example', environment: 'live' },
  );
  if (!draft) throw new Error('not journaled');
  const sender = { profile: null, tokenPrint: null, idempotencyKey: `key-${pid}` };
  // Equal payments to one payee would stop each other.
  const cents = 3_000 + Number(payableId.replace(/\D/g, ''));
  const payees = [{ businessId: 'biz_1', connectionId: `con_${pid}`, cents }];
  const { intentId } = await (rule === undefined
    ? journal.begin(draft, sender)
    : journal.begin({ ...draft, cents, payees }, { ...sender, limits: limitsOf(rule) }));
  stdout.write(`began ${intentId}\n`);
  await lines.next();
  await journal.recordOutcome(intentId, 'applied', {
    requestId: null,
    serverId: null,
    status: 201,
  });
  await journal.close();
  stdout.write('settled\n');
} catch (error) {
  stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n`);
}
stdin.destroy();
