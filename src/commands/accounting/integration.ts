import { accounting } from '../../api/operations/accounting.ts';
import type { Integration } from '../../api/operations/accounting-records.ts';
import type { Context } from '../../cli/context.ts';
import { optionalArgument, withMenu } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { UsageError } from '../../money/errors.ts';
import { columns } from '../../render/view.ts';

export const integrationColumns = columns(
  'id',
  'provider',
  'status:state',
  'companyName',
  'connectedAt:time',
  'disconnectedAt:time',
  'lastSyncAt:time',
);

export const statusColumns = columns(
  'connected:boolean',
  'status:state',
  'accountingIntegrationId',
  'provider',
  'companyName',
  'connectedAt:time',
  'lastSyncAt:time',
  'error',
);

export const syncColumns = columns(
  'syncId',
  'status:state',
  'entityTypes',
  'startedAt:time',
  'completedAt:time',
  'results.vendors:json',
  'results.bankAccounts:json',
  'results.invoices:json',
  'errors:json',
);

export const fieldColumns = columns(
  'payableField',
  'accountingField',
  'direction',
  'required:boolean',
);

/** The argument of every command about one integration. */
export const integrationArgument = {
  integration: withMenu(
    optionalArgument(
      '[integration]',
      'accounting integration (default: the only one of the business)',
      id,
    ),
  ),
};

/**
 * Returns the path parameters of such a command. Without a given id, the only integration is taken, or a person chooses
 * one.
 *
 * @throws {UsageError} if none is given and there is not exactly one.
 */
export async function integrationPath(context: Context, integrationId: string | undefined) {
  const businessId = context.business();
  const path = (accountingIntegrationId: string) => ({ businessId, accountingIntegrationId });
  if (integrationId !== undefined) return path(integrationId);
  const found = await context.call(accounting.list, { params: { businessId } });
  const [only, ...others] = found;
  if (only && others.length === 0) return path(only.id);
  const choices = found.map((integration) => ({
    value: integration.id,
    text: describe(integration),
  }));
  const chosen =
    only && (await context.prompt.choose({ label: 'Accounting integration' }, choices));
  if (chosen !== undefined) return path(chosen);
  throw new UsageError(
    only
      ? `Business ${businessId} has ${found.length} accounting integrations: specify one.`
      : `Business ${businessId} has no accounting integration.`,
    {
      problems: [{ field: 'integration', message: 'is required' }],
      next: [
        'remit accounting list',
        ...(only ? [] : ['remit accounting connect --browser --wait']),
      ],
    },
  );
}

const describe = ({ id, provider, companyName, status }: Integration): string =>
  [provider, companyName, status].filter(Boolean).join(' · ') || id;
