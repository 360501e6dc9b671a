import { UsageError } from '../money/errors.ts';
import { PagedRows, pagesOf } from '../paged-iterable.ts';
import type { Context } from './context.ts';
import { matchName, namedRecords, titleOf } from './named-records.ts';

/** The code of the error about a business that is a partner. */
export const PARTNER = 'partner_business';

/**
 * Returns the rows of a list of the business that `-b` names. If there are none, checks that it is a business of the
 * account: a service may answer for any other with an empty list.
 */
export function rowsOfBusiness<Row>(context: Context, rows: AsyncIterable<Row>) {
  const { business } = context.globalFlags;
  return business === undefined ? rows : new PagedRows(checkedPages(context, business, rows));
}

async function* checkedPages<Row>(
  context: Context,
  businessId: string,
  rows: AsyncIterable<Row>,
): AsyncGenerator<readonly Row[], void> {
  let isEmpty = true;
  for await (const page of pagesOf(rows)) {
    isEmpty &&= page.length === 0;
    yield page;
  }
  if (isEmpty) await assertOwnBusiness(context, businessId);
}

/**
 * Checks that a business is one of the account.
 *
 * @throws {UsageError} If it is not, with the name of a partner.
 */
export async function assertOwnBusiness(context: Context, businessId: string): Promise<void> {
  const own = await namedRecords.business.read(context, undefined);
  if (!own.some(({ id }) => id === businessId)) await refuseForeign(context, businessId);
}

/**
 * Refuses a business that is not one of the account, by its id or its name.
 *
 * @throws {UsageError} With the name of the partner that it is.
 */
export async function refuseForeign(context: Context, text: string): Promise<never> {
  const partners = await namedRecords.connection.read(context, undefined);
  const named = matchName(text, partners);
  const partner =
    partners.find(({ otherIds }) => otherIds.includes(text)) ??
    (named === 'id' ? undefined : named.found[0]);
  const next = ['remit business list'];
  if (partner === undefined) {
    throw new UsageError(`${text} is not one of your businesses.`, {
      code: 'not_your_business',
      next,
    });
  }
  throw new UsageError(`${titleOf(partner)} is a partner, not one of your businesses.`, {
    code: PARTNER,
    next: [...next, `remit connection get ${partner.id}`],
  });
}
