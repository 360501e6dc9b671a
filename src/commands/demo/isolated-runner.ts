/** The environment in which the steps of `remit demo` run. */

import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../../cli/context.ts';
import { controlOf } from '../sandbox/control-client.ts';

/** The password of every user in the demo. */
export const PASSWORD = 'correct horse battery staple';

/** The actions of a step of the demo. */
export interface DemoRunner {
  /** Runs a command line and returns its output. Throws if its exit code differs from `expected`. */
  readonly run: (line: string, expected?: number) => Promise<CommandResult>;
  /** Writes a small file into the folder in which the commands run. */
  readonly file: (name: string, text: string) => Promise<void>;
  /** Creates an account at the service, as its web site would. */
  readonly signUp: (name: string, email: string) => Promise<void>;
  /** Returns the newest email of a kind in the outbox of the sandbox. */
  readonly lastMail: (kind: string) => Promise<{ readonly token: string }>;
  /** Returns the amounts of the two micro-deposits, in dollars. */
  readonly microDeposits: (bank: string) => Promise<readonly [number, number]>;
  readonly dataDir: string;
  readonly baseUrl: string;
  /** Path of the invoice file that is part of the program. */
  readonly invoices: string;
  /** Path that the list of payables is written to. */
  readonly out: string;
}

/** The output of one command of the demo. */
export interface CommandResult {
  /** The command line and its output. */
  readonly text: string;
  /** The first id in the output. */
  readonly id: string;
}

/**
 * Creates the environment of the demo. Commands run in this process without the user's settings, tokens, URLs or
 * proxies, so that they can reach the embedded service only.
 */
export function createDemoRunner(
  context: Context,
  settings: { readonly folder: string; readonly dataDir: string; readonly baseUrl: string },
): DemoRunner {
  const { host } = context;
  const control = async (method: 'GET' | 'POST', path: string, body?: unknown) =>
    (await controlOf(context, settings.dataDir)).call(method, path, body);
  const env = {
    REMIT_HOME: join(settings.folder, 'home'),
    REMIT_OUTPUT: 'table',
    TZ: 'America/New_York',
    HOME: settings.folder,
  };
  return {
    ...settings,
    invoices: join(dirname(programFile(host)), '..', 'examples', 'invoices.csv'),
    out: join(host.cwd, 'payables.csv'),
    file: (name, text) => writeFile(join(settings.folder, name), text, { mode: 0o600 }),
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
      const { exitCode, stdout, stderr } = await context.nested.command(splitLine(line), {
        env,
        cwd: settings.folder,
      });
      const text = `$ remit ${line}\n${stdout}${stderr}${expected === 0 ? '' : `(exit ${exitCode})\n`}\n`;
      if (exitCode !== expected) throw new Error(`The demo failed here:\n${text}`);
      return { text, id: /\b[a-z]{2,6}_[a-z2-7]{16}\b/.exec(stdout)?.[0] ?? '' };
    },
  };
}

/**
 * Returns the path of the program. An installed program is started through a symbolic link, and its files are at the
 * target.
 */
const programFile = ({ selfCommand }: Context['host']) => realpathSync(selfCommand.at(-1) ?? '');

/** Splits a command line as a shell would. */
const splitLine = (line: string): string[] =>
  (line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(/["']/g, ''));
