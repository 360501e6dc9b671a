/** A seeded book of invoices between two businesses, and what people do with it while the clock runs. */

import {
  addDays,
  newYorkDate,
  newYorkInstant,
  nextBusinessDay,
} from '../../src/api/ach/calendar.ts';
import { type Chance, chance } from '../faults/seeded-random.ts';
import type { Service } from '../helpers/signed-in-sandbox.ts';

/** The moment (ET) at which a book begins: ordinary days, weekends, holidays, before and after cut-offs. */
const beginnings = [
  ['2026-03-02', 10],
  ['2026-03-06', 16],
  ['2026-03-07', 12],
  ['2026-05-21', 18],
  ['2026-06-18', 9],
  ['2026-07-02', 15],
  ['2026-10-30', 11],
  ['2026-12-22', 8],
] as const;

/** A book on a sandbox, when it is forecast. */
export interface Book {
  readonly now: Date;
  /** The date on which held payments are released; `undefined` if nobody releases them. */
  readonly release: string | undefined;
  readonly held: readonly string[];
  /** The ids of all payments, and those without a payable, of which the payee cannot know. */
  readonly payments: readonly string[];
  readonly quick: readonly string[];
  /** Invoices that are paid on their due date. */
  readonly due: readonly DueInvoice[];
}

/** An invoice that is paid on its due date. */
export interface DueInvoice {
  readonly payableId: string;
  readonly on: string;
  readonly cents: number;
  /** Whether the payer approved it before the forecast. */
  readonly isApproved: boolean;
}

/** Returns the moment at which a book begins, for the sandbox's clock. */
export function beginningOf(seed: number): Date {
  const [date, hour] = chance(seed).pick(beginnings);
  return newYorkInstant(date, hour, seed % 60);
}

const payments = {
  scheduled: (day: string) => `--on ${day}`,
  'scheduled same-day': (day: string) => `--on ${day} --speed same-day`,
  standard: () => '',
  'same-day': () => '--speed same-day',
} as const;

type Kind = keyof typeof payments | 'returned' | 'returned late' | 'held' | 'quick' | 'withdrawn';

const kinds: readonly Kind[] = [
  ...(['scheduled', 'scheduled', 'scheduled same-day', 'standard', 'standard'] as const),
  ...(['same-day', 'returned', 'returned late', 'held', 'quick', 'withdrawn'] as const),
];

/**
 * Fills a sandbox whose clock is at `beginningOf(seed)` with payments in every state, and moves the clock meanwhile.
 * $55.01 is returned before settlement, and $56.01 after it.
 */
export async function fillBook(service: Service, seed: number): Promise<Book> {
  const random = chance(seed * 7919);
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const writer = new BookWriter(service, random, connection?.id ?? '', beginningOf(seed));
  await service.control('POST', '/sandbox/ledger/credits', {
    businessId: service.payee,
    amount: 2_000,
  });
  for (let left = 6 + Math.floor(random.next() * 7); left > 0; left--) {
    await writer.add(random.pick(kinds));
    if (random.happens(0.35)) await writer.wait();
  }
  return writer.finish();
}

class BookWriter {
  readonly #service: Service;
  readonly #random: Chance;
  readonly #connection: string;
  readonly #payments: string[] = [];
  readonly #quick: string[] = [];
  readonly #held: string[] = [];
  #now: Date;
  #number = 0;

  constructor(service: Service, random: Chance, connection: string, now: Date) {
    this.#service = service;
    this.#random = random;
    this.#connection = connection;
    this.#now = now;
  }

  /** Moves the clock, by hours or by business days. */
  async wait(): Promise<void> {
    const by = this.#random.pick([{ by: 'PT5H' }, { businessDays: 1 }, { businessDays: 2 }]);
    const state = await this.#service.control('POST', '/sandbox/clock/advance', by);
    this.#now = new Date((state as { now: string }).now);
  }

  async add(kind: Kind): Promise<void> {
    if (kind === 'quick') return this.#quickPay();
    if (kind === 'withdrawn') return this.#withdraw();
    if (kind === 'held') {
      this.#held.push(await this.#pay(10_000_000 + this.#cents(), ''));
    } else if (kind === 'returned') {
      await this.#pay(5501, this.#timing());
    } else if (kind === 'returned late') {
      await this.#pay(5601, this.#timing());
    } else {
      await this.#pay(this.#cents(), payments[kind](this.#day(1, 25)));
    }
  }

  /** Adds invoices that nobody pays yet, and returns the book. */
  async finish(): Promise<Book> {
    const due: DueInvoice[] = [];
    for (let left = 1 + Math.floor(this.#random.next() * 4); left > 0; left--) {
      const isApproved = this.#random.happens(0.6);
      const on = nextBusinessDay(this.#day(2, 25));
      const cents = this.#cents();
      const payableId = await this.#invoice(cents, `--due ${on}`);
      if (isApproved)
        await this.#service.json(`payable approve ${payableId} --yes --max-total 1000000`);
      due.push({ payableId, on, cents, isApproved });
    }
    const release = this.#random.happens(0.5) ? nextBusinessDay(this.#day(1, 15)) : undefined;
    return {
      now: this.#now,
      release,
      held: this.#held,
      payments: this.#payments,
      quick: this.#quick,
      due,
    };
  }

  async #pay(cents: number, timing: string): Promise<string> {
    const payable = await this.#invoice(cents, '');
    await this.#service.json(`payable approve ${payable} --yes --max-total 1000000`);
    const { paymentId } = await this.#service.json<{ paymentId: string }>(
      `pay initiate ${payable} ${timing} --yes --max-total 1000000`,
    );
    this.#payments.push(paymentId);
    return paymentId;
  }

  async #invoice(cents: number, more: string): Promise<string> {
    const { id } = await this.#service.json<{ id: string }>(
      `payable create -b ${this.#service.payee} --connection ${this.#connection} --amount ${cents / 100} --invoice-number B-${++this.#number} ${more} --submit`,
    );
    return id;
  }

  async #quickPay(): Promise<void> {
    const { paymentId } = await this.#service.json<{ paymentId: string }>(
      `pay quick ${this.#connection} --amount ${this.#cents() / 100} --yes`,
    );
    this.#payments.push(paymentId);
    this.#quick.push(paymentId);
  }

  async #withdraw(): Promise<void> {
    const { payee, json } = this.#service;
    const [bank] = await json<{ id: string }[]>(`bank list -b ${payee}`);
    await json(
      `business withdraw -b ${payee} --amount ${50 + ++this.#number} --bank ${bank?.id} --yes`,
    );
  }

  #timing(): string {
    return payments[this.#random.pick(['scheduled', 'standard', 'same-day'] as const)](
      this.#day(1, 12),
    );
  }

  /** Returns a date some calendar days from now. */
  #day(least: number, most: number): string {
    const days = least + Math.floor(this.#random.next() * (most - least + 1));
    return addDays(newYorkDate(this.#now), days);
  }

  /** Returns an amount below the one from which payments are held; no two are equal. */
  #cents(): number {
    return 10_000 + Math.floor(this.#random.next() * 400) * 1_000 + ++this.#number;
  }
}
