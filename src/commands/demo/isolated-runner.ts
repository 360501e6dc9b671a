import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../../cli/context.ts';
import { controlOf } from '../sandbox/control-client.ts';

/** The password of everyone in the story. */
export const PASSWORD = 'correct horse battery staple';

/** What a scene of the story may do: say something, run a command, keep what it printed. */
export interface DemoRunner {
  /** Runs a command line; its output follows it. Throws when it ends with another code than expected. */
  readonly run: (line: string, expected?: number) => Promise<CommandResult>;
  /** Writes a small file into the story's folder, where the commands run. */
  readonly file: (name: string, text: string) => Promise<void>;
  /** Makes an account at the service, as its web site would. */
  readonly signUp: (name: string, email: string) => Promise<void>;
  /** The newest email of a kind in the outbox of the sandbox. */
  readonly lastMail: (kind: string) => Promise<{ readonly token: string }>;
  /** What the two small deposits amount to, in dollars. */
  readonly microDeposits: (bank: string) => Promise<readonly [number, number]>;
  readonly dataDir: string;
  readonly baseUrl: string;
  /** The invoices that ship with the program. */
  readonly invoices: string;
  /** Where the list of payables is written. */
  readonly out: string;
}

export interface CommandResult {
  /** The command line and what it printed. */
  readonly text: string;
  /** The first id it printed. */
  readonly id: string;
}

/**
 * A stage of its own: commands run in this process with an environment that holds nothing of the user's, no settings,
 * tokens, addresses or proxies, so that they can reach the embedded service and nothing else.
 */
export function createDemoRunner(
  context: Context,
  place: { readonly folder: string; readonly dataDir: string; readonly baseUrl: string },
): DemoRunner {
  const { host } = context;
  const control = async (method: 'GET' | 'POST', path: string, body?: unknown) =>
    (await controlOf(context, place.dataDir)).call(method, path, body);
  const env = {
    REMIT_HOME: join(place.folder, 'home'),
    REMIT_OUTPUT: 'table',
    TZ: 'America/New_York',
    HOME: place.folder,
  };
  return {
    ...place,
    invoices: join(dirname(programFile(host)), '..', 'examples', 'invoices.csv'),
    out: join(host.cwd, 'payables.csv'),
    file: (name, text) => writeFile(join(place.folder, name), text, { mode: 0o600 }),
    signUp: async (name, email) => {
      await control('POST', '/sandbox/accounts', { name, email, password: PASSWORD });
    },
    lastMail: async (kind) => {
      const mails = (await control('GET', `/sandbox/outbox?kind=${kind}`)) as { token: string }[];
      return mails.at(-1) ?? { token: '' };
    },
    microDeposits: async (bank) => {
      const answer = await control('GET', `/sandbox/bank-accounts/${bank}/micro-deposits`);
      return (answer as { amounts: [number, number] }).amounts;
    },
    async run(line, expected = 0) {
      const { exitCode, stdout, stderr } = await context.nested.command(wordsOf(line), {
        env,
        cwd: place.folder,
      });
      const text = `$ remit ${line}\n${stdout}${stderr}${expected === 0 ? '' : `(exit ${exitCode})\n`}\n`;
      if (exitCode !== expected) throw new Error(`The demo failed here:\n${text}`);
      return { text, id: /\b[a-z]{2,6}_[a-z2-7]{16}\b/.exec(stdout)?.[0] ?? '' };
    },
  };
}

/** An installed program is started through a link: what ships with it lies where that leads. */
const programFile = ({ self }: Context['host']) => realpathSync(self.at(-1) ?? '');

/** Words as a shell would split them. */
const wordsOf = (line: string): string[] =>
  (line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(/["']/g, ''));
