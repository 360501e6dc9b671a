import { Refused } from '../../contract/http/api-error.ts';
import { businessAt } from '../payment/find.ts';
import type { World } from '../context/handler-context.ts';

/** A suspended business starts nothing new. Throws `Refused` (403). */
export async function refuseSuspended({ db }: World, businessId: string): Promise<void> {
  const { status } = await businessAt(db, businessId);
  if (status === 'suspended')
    throw new Refused(403, 'business_suspended', `Business ${businessId} is suspended.`);
}
