import { asOwner, type Company, connect, connectBank, type Owner, register } from '../companies.ts';
import { runDueJobsWithin } from '../../jobs/run-due-jobs.ts';
import type { World } from '../../context/handler-context.ts';
import type { Companies } from './companies-record.ts';

const SUPPLIERS = 24;
const CUSTOMERS = 6;

/** Registers them, links their banks and connects them, all in the owner's account. */
export async function makeCompanies(world: World, owner: Owner): Promise<Companies> {
  const asking = await asOwner(world, owner);
  const group = company(0, 'Meridian Hotels LLC');
  const id = await register(group, asking());
  const all = Array.from({ length: SUPPLIERS + CUSTOMERS }, (_, at) =>
    company(at + 1, `${at < SUPPLIERS ? 'Supplier' : 'Customer'} ${at + 1} LLC`),
  );
  const made = [];
  for (const it of all) made.push({ ...it, id: await register(it, asking()) });
  await runDueJobsWithin(world);

  const bankId = await connectBank(group, id, asking());
  const partners = [];
  for (const [at, it] of made.entries()) {
    const own = at < SUPPLIERS ? '' : await connectBank(it, it.id, asking());
    const email = `accounts@partner-${at + 1}.test`;
    const connectionId = await connect(id, { id: it.id, name: it.name, email }, asking());
    partners.push({ businessId: it.id, connectionId, bankId: own });
  }
  await runDueJobsWithin(world);
  return {
    id,
    bankId,
    suppliers: partners.slice(0, SUPPLIERS),
    customers: partners.slice(SUPPLIERS),
  };
}

const company = (number: number, name: string): Company => ({
  name,
  ein: `20-${String(1_000_000 + number)}`,
  address: { street: `${number + 1} Main Street`, ...city },
  person: { firstName: 'Robin', lastName: 'Reed' },
  bank: 'Operating account',
});

const city = { city: 'Chicago', state: 'IL', zip: '60601', country: 'US' };
