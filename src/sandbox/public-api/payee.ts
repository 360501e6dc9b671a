import { Refused } from '../../contract/http/api-error.ts';
import { businessAt } from '../payment/find.ts';
import { logoUrlOf } from '../business/records.ts';
import type { World } from '../context/handler-context.ts';

/** All that a stranger learns of a business. */
export interface PublicBusiness {
  readonly name: string;
  readonly alias: string | null;
  readonly logoUrl: string | null;
}

/** The business behind a link. Throws `Refused` (404) while it is suspended: its links lead nowhere. */
export async function publicBusiness(
  { db, options }: World,
  businessId: string,
): Promise<PublicBusiness> {
  const row = await businessAt(db, businessId);
  if (row.status === 'suspended') throw linkNotFound();
  return { name: row.name, alias: row.alias, logoUrl: logoUrlOf(row, options.appUrl) };
}

/** 404: the same words for a link that never was and for one that is not valid any more. */
export const linkNotFound = (): Refused =>
  new Refused(404, 'link_not_found', 'This link is not valid, or not any more.');
