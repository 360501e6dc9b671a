import type { CallOptions, Context, Identity } from '../cli/context.ts';
import { UsageError } from '../cli/errors.ts';
import { folderIfKnown, foldersOf } from '../config/folders.ts';
import type { Operation, OperationInput, OperationOutput } from '../contract/operation.ts';
import { NoBusinessError } from '../errors/errors.ts';
import { PagedRows, pagesOf } from '../paged-iterable.ts';
import { baseOf } from '../service/service-client.ts';

/** The members of a context that are built from its other members. */
type Derived =
  | 'call'
  | 'checkWrite'
  | 'records'
  | 'payments'
  | 'serviceTime'
  | 'identity'
  | 'destination'
  | 'business';

/** Creates the context of one run. A member that is a function loads and opens nothing before it is called. */
export function createContext(parts: Omit<Context, Derived>): Context {
  const { service, settings } = parts;
  return {
    ...parts,
    call: async <Op extends Operation>(
      op: Op,
      input: OperationInput<Op>,
      options?: CallOptions,
    ): Promise<OperationOutput<Op>> => (await service()).call(op, input, options),
    checkWrite: async (op, input, options) => (await service()).checkWrite(op, input, options),
    records: <Row>(op: Operation, input: object, paging = {}) =>
      new PagedRows(lazily(async () => (await service()).records<Row>(op, input, paging))),
    payments: async () => (await service()).payments(),
    serviceTime: async () => (await service()).serviceTime(),
    identity: () => identityOf(parts),
    destination: () => ({
      origin: baseOf(settings()).origin,
      environment: settings().environment,
    }),
    business: (positional) => businessOf(positional, parts),
  };
}

async function identityOf({
  connection,
  settings,
}: Pick<Context, 'connection' | 'settings'>): Promise<Identity> {
  const { base, token } = await connection();
  const { source, user, expiresAt } = token;
  return {
    profile: settings().profile ?? null,
    baseUrl: base.href.replace(/\/$/, ''),
    source,
    user,
    expiresAt,
  };
}

/**
 * Returns the business to act for, never a guess: the positional one and `-b` must agree; without either, that of the
 * environment or profile.
 */
function businessOf(
  positional: string | undefined,
  { globalFlags, settings, system }: Pick<Context, 'globalFlags' | 'settings' | 'system'>,
): string {
  const flag = globalFlags.business;
  if (positional !== undefined && flag !== undefined && positional !== flag) {
    throw new UsageError(`Conflicting businesses: ${positional} and --business ${flag}.`);
  }
  const found = positional ?? flag ?? settings().business;
  if (found !== undefined) return found;
  throw new NoBusinessError(folderIfKnown(foldersOf(system).config) === undefined);
}

async function* lazily<Row>(
  open: () => Promise<AsyncIterable<Row>>,
): AsyncIterable<readonly Row[]> {
  yield* pagesOf(await open());
}
