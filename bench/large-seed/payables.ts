/** Generated payables of the large seed. Deterministic. */

import type { Insertable } from 'kysely';
import { addDays } from '../../src/api/ach/calendar.ts';
import type { PayableStatus } from '../../src/api/operations/payable.ts';
import type { SandboxTables } from '../../src/sandbox/database/tables.ts';

/** A pseudo-random generator: returns the next integer from 0 to `below` - 1. */
type Random = (below: number) => number;

/** Returns the generator of the payable with this number. It depends on the seed and the number only. */
export function chanceOf(seed: number, number: number): Random {
  let state = hash(Math.imul(seed | 0, 0x9e3779b1) ^ hash(number + 1));
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    return Math.floor((hash(state) / 2 ** 32) * below);
  };
}

/** Mixes bits: every bit of the result depends on every bit of the number. */
function hash(number: number): number {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns an id of the usual form. Ids of one seed sort by number, so that an index on them grows in order. */
export function generateId(prefix: string, number: number, random: Random): string {
  const numberDigits = Array.from({ length: 6 }, (_, at) => (number >> (5 * (5 - at))) & 31);
  const randomDigits = Array.from({ length: 10 }, () => random(32));
  return `${prefix}_${[...numberDigits, ...randomDigits].map((digit) => base32[digit]).join('')}`;
}

/** The number of payables, the seed of the generator, and an instant that all payables are before. */
export interface GenerationPlan {
  readonly payables: number;
  readonly seed: number;
  readonly at: string;
}

/** A supplier or customer, and the bank account it pays from; empty for one that only receives. */
interface Partner {
  readonly businessId: string;
  readonly connectionId: string;
  readonly bankId: string;
}

/** The business that is a party of every payable: payer of most, payee of some. */
export interface Companies {
  readonly id: string;
  readonly bankId: string;
  readonly suppliers: readonly Partner[];
  readonly customers: readonly Partner[];
}

type NewPayable = Insertable<SandboxTables['payables']>;

/** A generated payable, the bank account of its payer, and its generator. */
export interface GeneratedPayable {
  readonly row: NewPayable;
  readonly bankId: string;
  readonly random: Random;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Ages of the oldest and the youngest: a paid one has settled by now. */
const OLDEST_MS = 700 * DAY_MS;
const MIN_AGE_MS = 15 * DAY_MS;

/** Percentage of each status. */
const shares: readonly (readonly [PayableStatus, number])[] = [
  ['PAID', 35],
  ['SUBMITTED', 25],
  ['APPROVED', 15],
  ['DRAFT', 10],
  ['SCHEDULED', 5],
  ['DECLINED', 5],
  ['CANCELLED', 5],
];

const memos = [null, 'Weekly linen', 'Kitchen supplies', 'Maintenance, as agreed', 'Flowers'];

/** Returns the payable with this number, equal at every call. Numbers are in order of creation. */
export function generatePayable(
  number: number,
  plan: GenerationPlan,
  companies: Companies,
): GeneratedPayable {
  const random = chanceOf(plan.seed, number);
  const id = generateId('pay', number, random);
  const isSent = random(10) === 0;
  const partner = pick(isSent ? companies.customers : companies.suppliers, random);
  const status = statusOf(random(100));
  const cents = 100 + random(500_000);
  const createdMs = createdAt(number, plan);
  const created = new Date(createdMs).toISOString();
  const submitted = status === 'DRAFT' ? null : created;
  const answeredAt = new Date(createdMs + DAY_MS).toISOString();
  const isApproved = ['APPROVED', 'PAID', 'SCHEDULED'].includes(status);
  const row: NewPayable = {
    id,
    connection_id: partner.connectionId,
    payer_id: isSent ? partner.businessId : companies.id,
    payee_id: isSent ? companies.id : partner.businessId,
    status,
    cents,
    due_date: addDays(created.slice(0, 10), 10 + random(50)),
    invoice_number: `B-${String(number + 1).padStart(7, '0')}`,
    memo: pick(memos, random),
    line_items: random(4) === 0 ? lineItems(cents) : null,
    attachments: '[]',
    decline_reason: status === 'DECLINED' ? 'These were returned.' : null,
    source: 'api',
    active_payment_id: null,
    payment_id: null,
    payment_status: null,
    link_enabled: 0,
    created_at: created,
    updated_at: submitted === null ? created : answeredAt,
    submitted_at: submitted,
    approved_at: isApproved ? answeredAt : null,
    declined_at: status === 'DECLINED' ? answeredAt : null,
    cancelled_at: status === 'CANCELLED' ? answeredAt : null,
    paid_at: null,
  };
  return { row, bankId: isSent ? partner.bankId : companies.bankId, random };
}

const pick = <Item>(items: readonly Item[], random: Random): Item =>
  items[random(items.length)] as Item;

function statusOf(percent: number): PayableStatus {
  let most = 0;
  for (const [status, share] of shares) {
    most += share;
    if (percent < most) return status;
  }
  return 'DRAFT';
}

/** Returns the creation time in ms: evenly spaced from the oldest to the youngest. */
function createdAt(number: number, { payables, at }: GenerationPlan): number {
  const share = (payables - number) / payables;
  return Math.floor(Date.parse(at) - MIN_AGE_MS - share * (OLDEST_MS - MIN_AGE_MS));
}

const lineItems = (cents: number): string =>
  JSON.stringify([
    { description: 'As ordered', quantity: 1, unitPrice: cents / 100, totalCents: cents },
  ]);
