/** The stage of the secret-leak tests. */

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Home, type Ran, remit, startHome, words } from '../helpers/built-program.ts';
import { remit as runInProcess, type TestInput, type TestRun } from '../helpers/run-command.ts';
import { type Repeating, repeating } from './echo-server.ts';
import { type Canaries, foundInProcesses, planted } from './planted-secrets.ts';

/** A sandbox, a server before it that echoes secrets, and an operator with files full of them. */
export interface Stage {
  readonly home: Home;
  readonly service: Repeating;
  /** The values that must not appear anywhere: the planted secrets and the tokens of the service. */
  readonly canaries: Canaries;
  /** The operator's directory of secrets, for commands to read. */
  readonly keys: string;
  /** The secrets found in process lists while a request was in flight. */
  readonly seen: string[];
  /** Creates a signed-in operator without any history. */
  readonly operator: () => Operator;
  readonly close: () => Promise<void>;
}

/** An operator who runs commands. */
export interface Operator {
  /** The directory that contains everything the program may write to. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: (line: string, input?: string) => Promise<Ran>;
  /** Runs a line in this process. */
  readonly runHere: (line: string, typed?: TestInput) => Promise<TestRun>;
  /** Returns the operator with more environment variables. */
  readonly with: (env: Readonly<Record<string, string>>) => Operator;
}

/** Opens the stage, with a signed-in profile as a template for operators. */
export async function openStage(): Promise<Stage> {
  const home = await startHome();
  const folder = mkdtempSync(join(tmpdir(), 'remit-canary-'));
  const keys = join(folder, 'keys');
  const canaries = {
    ...planted,
    token: home.started.token,
    controlToken: home.started.controlToken,
  };
  const seen: string[] = [];
  const { ein: _, routingNumber: __, header: ___, ...unspoken } = canaries;
  const service = await repeating(home.started.baseUrl, () =>
    seen.push(...foundInProcesses(unspoken)),
  );
  writeKeys(keys, home, service);

  const template = join(folder, 'template');
  const login = `auth login --with-token -P shop --base-url ${service.baseUrl}`;
  await operatorIn(template, keys).run(login, home.started.token);
  await operatorIn(template, keys).run(`profile set business ${home.started.businesses[0]?.id}`);
  let count = 0;
  return {
    home,
    service,
    canaries,
    keys,
    seen,
    operator: () => {
      const own = join(folder, `operator-${count++}`);
      cpSync(template, own, { recursive: true });
      return operatorIn(own, keys);
    },
    close: async () => {
      await service.close();
      await home.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function operatorIn(
  folder: string,
  keys: string,
  more: Readonly<Record<string, string>> = {},
): Operator {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const env = {
    REMIT_HOME: join(folder, 'home'),
    TMPDIR: temporary,
    TZ: 'America/New_York',
    ...more,
  };
  return {
    folder,
    env,
    with: (env) => operatorIn(folder, keys, env),
    run: (line, input) =>
      remit(words(line.replaceAll('KEYS', keys)), {
        ...{ cwd: folder, env },
        ...(input !== undefined && { input }),
      }),
    runHere: (line, typed) =>
      runInProcess(words(line.replaceAll('KEYS', keys)), { ...typed, cwd: folder, env }),
  };
}

/** Writes a file for each secret, bodies that contain them, and the file with the sandbox's control token. */
function writeKeys(keys: string, { started }: Home, { baseUrl }: Repeating): void {
  const { pid, controlToken, token, businesses } = started;
  const numbers = { routingNumber: planted.routingNumber, accountNumber: planted.accountNumber };
  const address = { street: '1 Main St', city: 'Albany', state: 'NY', zip: '12207' };
  const person = { firstName: 'Ada', lastName: 'Ames', dateOfBirth: '1980-05-17' };
  const controller = { ...person, ssn: planted.ssn, address };
  const options = {
    ...{ idempotency: 'on', initiateLeavesApproved: 'at-settlement' },
    ...{ conflictStatus: 409, strict: 'on' },
  };
  const settings = { isNew: true, seed: 'basic', clock: 'frozen', options };
  const serving = { pid, baseUrl, controlToken, startedAt: '2026-03-02T15:00:00Z', settings };
  const json = {
    'bank.json': {
      ...numbers,
      accountType: 'checking',
      name: 'Main',
      businessId: businesses[0]?.id,
    },
    'business.json': { controller, taxInfo: { ein: planted.ein } },
    'controller.json': controller,
    'reject.json': { token: planted.invitationToken },
    'sandbox.json': serving,
  };
  mkdirSync(keys, { recursive: true });
  for (const [name, it] of Object.entries({ ...planted, token }))
    writeFileSync(join(keys, name), `${it}\n`);
  for (const [name, it] of Object.entries(json))
    writeFileSync(join(keys, name), JSON.stringify(it));
}
