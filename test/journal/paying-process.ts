import { argv, kill, pid, stdin, stdout } from 'node:process';
import { intentOf } from '../../src/journal/intent-draft.ts';
import { openJournal } from '../../src/journal/journal.ts';

/**
 * A program that pays: waits for a line, opens the journal, begins an intent, prints the result, and records the
 * outcome when told to.
 */
const [, , where = '', payableId = ''] = argv;

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
  const { intentId } = await journal.begin(draft, sender);
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
