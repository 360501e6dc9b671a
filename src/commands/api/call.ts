import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { moneyFlags } from '../../cli/flags/expectation-flags.ts';
import { argument, InvalidValueError, option } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { foldersOf } from '../../config/folders.ts';
import { duplicateKeyIn } from '../../contract/http/duplicate-keys.ts';
import { matchOperation } from '../../contract/http/match-path.ts';
import {
  assertNormalPath,
  assertPlainQuery,
  isWriteMethod,
  PathError,
} from '../../contract/http/request-path.ts';
import type { Method } from '../../contract/operation.ts';
import { describePreparedBy } from '../../payments/describe.ts';
import {
  assertExpectations,
  type Expectations,
  hasExpectations,
  hasExpectedAmount,
} from '../../payments/expectations.ts';
import type { RawMoneyRequest } from '../../payments/prepare.ts';
import { loadDialectMapper } from '../../service/load-dialect.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const call = command({
  name: 'api',
  summary: 'Make an authenticated API request and print the response',
  about:
    'Uses the same token, journal, confirmations, limits and exit codes as the commands. -F builds the body; --input sends a file unchanged.  ' +
    'A request that moves money is parsed before it is sent; one that cannot be parsed is shown in full and must be confirmed.',
  writes: true,
  args: {
    method: argument('<METHOD>', METHODS.join(', '), method),
    path: argument('<path>', 'path below the base URL, such as /api/businesses', path),
  },
  flags: {
    input: option('--input <file|->', 'file to send as the request body', file),
    ...moneyFlags,
  },
  view: { kind: 'json' },
  examples: [
    'remit api GET /api/businesses',
    'remit api PATCH /api/businesses/biz_…/alias -F alias=Acme --query alias',
  ],

  async run({ context, args, flags }) {
    const known = await matchKnown(context, args.method, args.path);
    const body =
      flags.input === undefined
        ? undefined
        : jsonIn(await context.files.readText(flags.input), flags.input);
    const request = { method: args.method, path: args.path, body, known };
    const operation = known?.operation;
    if (operation ? operation.effect === 'money' : isWriteMethod(args.method)) {
      return move(context, request, flags);
    }
    if (operation?.irreversible) {
      await context.confirm([`${args.method} ${args.path}`, operation.summary], 'Send it?');
    }
    return (await context.service()).raw(request, { allowDuplicate: flags.allowDuplicate });
  },
});

/** Returns the operation of the contract for a path, with the dialect's paths; `undefined` if none matches. */
async function matchKnown({ settings, host }: Context, method: Method, path: string) {
  const dialect = await loadDialectMapper(settings(), foldersOf(host));
  return matchOperation(method, path, dialect?.paths);
}

/** Sends a request that may move money through the gate that the paying commands use. */
async function move(
  context: Context,
  request: RawMoneyRequest,
  flags: Expectations & { readonly allowDuplicate: string | undefined },
): Promise<unknown> {
  const payments = await context.payments();
  const prepared = await payments.prepareRaw(request, {
    allowDuplicate: flags.allowDuplicate,
    mustBeKnown: hasExpectations(flags),
  });
  await payments.check(prepared);
  assertExpectations(flags, prepared);
  await payments.confirm([prepared], await describePreparedBy(context, prepared), 'Send it?', {
    isExpected: hasExpectedAmount(flags),
    isRun: prepared.movements.length > 1,
  });
  return payments.send(prepared);
}

function method(text: string): Method {
  const found = METHODS.find((method) => method === text.toUpperCase());
  if (found) return found;
  throw new InvalidValueError(`must be one of ${METHODS.join(', ')}, not '${text}'`);
}

/** Parses a path below the base URL in normal form. */
function path(text: string): string {
  try {
    assertNormalPath(text);
    assertPlainQuery(text);
    return text;
  } catch (error) {
    if (error instanceof PathError) throw new InvalidValueError(error.message);
    throw error;
  }
}

function jsonIn(text: string, source: string): unknown {
  const json = parsed(text, source);
  const duplicateKey = duplicateKeyIn(text);
  if (duplicateKey === undefined) return json;
  throw new UsageError(`${source} has a duplicate key '${duplicateKey}'.`);
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote what may be a secret.
    throw new UsageError(`${source} is not JSON.`);
  }
}
