import { matchOperation, type OperationMatch } from '../../api/http/match-path.ts';
import { isWriteMethod } from '../../api/http/request-path.ts';
import type { Method, Operation } from '../../api/operations/operation.ts';
import { specOperations } from '../../api/operations/operations.ts';
import { payable } from '../../api/operations/payable.ts';
import { elementOf, shapeOf } from '../../api/schema/schema-introspection.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { expectationFlags } from '../../cli/flags/expectation-flags.ts';
import {
  argument,
  option,
  optionalArgument,
  repeatableOption,
  toggle,
  withSuggestions,
} from '../../cli/flags/flag.ts';
import { countExtraFields } from '../../cli/flags/global-flags.ts';
import { file, words } from '../../cli/flags/value-parsers.ts';
import { foldersOf } from '../../config/folders.ts';
import { UsageError } from '../../money/errors.ts';
import { confirmApprovals, prepareApprovals } from '../../money/gate/approvals.ts';
import { describePrepared } from '../../money/gate/describe.ts';
import {
  assertExpectations,
  type Expectations,
  hasExpectations,
  hasExpectedAmount,
} from '../../money/gate/expectations.ts';
import type { RawMoneyRequest } from '../../money/gate/prepare.ts';
import { parseJsonOf } from '../../money/sending/request-body.ts';
import { loadDialectMapper } from '../../runtime/load-dialect.ts';
import { type ApiTarget, METHODS, resolveTarget } from './resolve-target.ts';

export const call = command({
  name: 'api',
  summary: 'Make an authenticated API request and print the response',
  about:
    '{businessId} in a path is the business to act for. Uses the same token, journal, confirmations, limits and exit codes as the commands. -F builds the body; --file sends a file unchanged. --csv, -o and --columns print the records of the response as rows.',
  details:
    'A request that moves money is parsed before it is sent; one that cannot be parsed is shown in full and must be confirmed.',
  writes: true,
  args: {
    target: withSuggestions(
      [...METHODS, ...specOperations.map(({ id }) => id)],
      argument(
        '<METHOD|operation|path>',
        'a method, before a path; or an operation of remit api list, such as payable.list; or a path to GET',
        words,
      ),
    ),
    path: optionalArgument('[path]', 'path below the base URL, such as /api/businesses', words),
  },
  flags: {
    param: repeatableOption('--param <name=value>', 'value of a {placeholder} of the path', words),
    paginate: toggle('--paginate', 'fetch all pages of a list'),
    file: option('--file <file|->', 'file to send as the request body', file),
    ...expectationFlags,
  },
  view: { kind: 'json', hasRows: true },
  examples: {
    'Call an operation by method and path': 'remit api GET /api/businesses',
    'Export all pages of an operation as CSV':
      'remit api payable.list --paginate --columns id,status,amount --csv',
    'Fill in the business of the profile': 'remit api /api/businesses/{businessId}/balance',
    'Send a field, and print one member of the response':
      'remit api PATCH /api/businesses/biz_…/alias -F alias=Acme --query alias',
  },

  async run({ context, args, flags }) {
    const target = await resolveTarget(context, args, flags.param);
    const { method, path } = target;
    const known = await matchKnown(context, method, path);
    assertBody(context, target, flags.file);
    if (flags.paginate) return allRecords(context, target, known);
    const body =
      flags.file === undefined
        ? undefined
        : parseJsonOf(flags.file, await context.files.readText(flags.file));
    const request = { method, path, body, known };
    const operation = known?.operation;
    if (operation ? operation.effect === 'money' : isWriteMethod(method)) {
      return move(context, request, flags);
    }
    if (operation?.id === 'payable.approve') return approve(context, request, flags);
    if (operation?.irreversible) {
      await context.confirm([`${method} ${path}`, operation.summary], 'Send it?');
    }
    return (await context.service()).raw(request, { allowDuplicate: flags.allowDuplicate });
  },
});

/** Returns the operation of the contract for a path, with the dialect's paths; `undefined` if none matches. */
async function matchKnown({ settings, system }: Context, method: Method, path: string) {
  const dialect = await loadDialectMapper(settings(), foldersOf(system));
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
  for (const line of assertExpectations(flags, prepared)) context.notice(line);
  await payments.confirm([prepared], await describePrepared(context, prepared), 'Send it?', {
    isExpected: hasExpectedAmount(flags),
    isRun: prepared.movements.length > 1,
  });
  return payments.send(prepared);
}

/** Sends an approval through the gate that the approving command uses. */
async function approve(
  context: Context,
  request: RawMoneyRequest,
  expected: Expectations,
): Promise<unknown> {
  const { businessId = '', payableId = '' } = request.known?.params ?? {};
  const found = await context.call(payable.get, { params: { businessId, payableId } });
  const approvals = await prepareApprovals(context, businessId, [found]);
  await confirmApprovals(context, approvals, { expected });
  return (await context.service()).raw(request, { approval: approvals[0] });
}

/** Refuses a body without a method: a path alone is read. */
function assertBody(
  { writeFlags }: Context,
  { method, isDefaultMethod }: ApiTarget,
  input: string | undefined,
): void {
  if (!isDefaultMethod || (input === undefined && countExtraFields(writeFlags) === 0)) return;
  throw new UsageError(`A path alone is sent as ${method}, which has no body: name the method.`, {
    problems: [{ field: 'METHOD', message: 'is required with a body' }],
  });
}

/**
 * Returns the records of all pages of a list.
 *
 * @throws {UsageError} for a request that is not a list of the API.
 */
function allRecords(
  context: Context,
  { path }: ApiTarget,
  known: OperationMatch | undefined,
): AsyncIterable<unknown> {
  const { operation, params } = known ?? {};
  if (operation?.effect !== 'read' || !isList(operation)) {
    throw new UsageError(
      '--paginate requires an operation that lists records: see remit api list.',
    );
  }
  const { limit, offset, ...query } = queryOf(path);
  const paging = { pageSize: countOf('limit', limit), skip: countOf('offset', offset) };
  return context.records(operation, { params, query }, paging);
}

/** Returns the query of a path. Throws a usage error for a name that is there twice, of which one would be lost. */
function queryOf(path: string): Readonly<Record<string, string>> {
  const query = new URLSearchParams(path.includes('?') ? path.slice(path.indexOf('?') + 1) : '');
  const names = [...query.keys()];
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated === undefined) return Object.fromEntries(query);
  throw new UsageError(`--paginate takes one value of '${repeated}' in the query.`);
}

function isList(operation: Operation): boolean {
  const response = operation.response();
  return elementOf(shapeOf(response)['data'] ?? response) !== undefined;
}

/** Parses the page size or the offset of a query; `undefined` if it is not given. */
function countOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? text : Number(text);
  throw new UsageError(`${name} in the query must be a whole number, not '${text}'.`);
}
