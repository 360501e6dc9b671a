/** The records of the controls of a sandbox. Amounts are in dollars, times in UTC ISO 8601, dates `YYYY-MM-DD` in ET. */

import type { Integration } from './accounting-records.ts';
import type { BankStatus } from './bank.ts';

/** The roles of the users of an account. */
export const roles = ['owner', 'admin', 'ap', 'ar', 'viewer'] as const;
/** The role of a user or a token. */
export type Role = (typeof roles)[number];

/** The domain clock: `real` runs, `frozen` shows one instant until it is moved. */
export interface ClockState {
  readonly now: string;
  readonly mode: ClockMode;
  readonly timeZone: string;
}

/** A mode of the clock. */
export type ClockMode = 'real' | 'frozen';

/** A way to advance the clock. Exactly one member is given. */
export interface ClockAdvance {
  readonly to?: string;
  /** An ISO 8601 duration of at most days, such as `P3D` or `PT6H`. */
  readonly by?: string;
  readonly businessDays?: number;
  /** Such as `payment:pmt_x:COMPLETED`, or with several statuses `payment:pmt_x:COMPLETED,FAILED`. */
  readonly untilState?: string;
}

/** An event of the sandbox. */
export interface SandboxEvent {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly resource: { readonly type: string; readonly id: string };
  readonly businessId: string | null;
  readonly data: unknown;
}

/** The events that a control caused, oldest first: the first 10,000, and the number of all. */
export interface CausedEvents {
  readonly now: string;
  readonly events: readonly SandboxEvent[];
  readonly total: number;
}

/** The settings that the operator of a service decides. */
export interface OperatorSettings {
  /** Payments from this amount are held for review. */
  readonly holdThreshold: number;
  /** Hours between two reminders of a payable; null for no limit. */
  readonly reminderHours: number | null;
  /** True if only the invited email address can accept an invitation. */
  readonly strictEmail: boolean;
}

/**
 * The ways to treat idempotency keys: `on` keeps them for the life of the data, for all users of an account; `24h` forgets
 * them after a day of the sandbox's clock; `per-user` keeps them for each user apart; `off` ignores them.
 */
export const idempotencyModes = ['on', '24h', 'per-user', 'off'] as const;

/** The seeds that one call creates: `basic` has no payments and no due dates. */
export const seeds = ['demo', 'basic', 'empty'] as const;
/** A seed of a sandbox. */
export type Seed = (typeof seeds)[number];

/** The result of a reset, or of a seed other than `big`. */
export interface Seeded {
  readonly seed: Seed;
  readonly now: string;
  readonly businesses: readonly BusinessName[];
}

/** The progress of the seed `big`, which one call creates only a part of. */
export interface BigSeedProgress {
  readonly name: 'big';
  readonly payables: number;
  readonly seed: number;
  readonly made: number;
  readonly business: string;
}

/** A business of the sandbox's owner. */
export interface BusinessName {
  readonly id: string;
  readonly name: string;
}

/** The kinds of emails. */
export const outboxKinds = [
  'invitation',
  'public_request',
  'payable_submitted',
  'payable_approved',
  'payable_declined',
  'payable_cancelled',
  'reminder',
  'payment_link',
  'payment',
  'payment_receipt',
  'account_verification',
] as const;
/** The kind of an email. */
export type OutboxKind = (typeof outboxKinds)[number];

/** An email that a real service would have sent. */
export interface OutboxEmail {
  readonly id: string;
  readonly kind: OutboxKind;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly url: string | null;
  readonly token: string | null;
  readonly invitationId: string | null;
  readonly payableId: string | null;
  readonly bounced: boolean;
  readonly createdAt: string;
}

/** The URL, the secret and the progress of webhook deliveries. */
export interface WebhookState {
  readonly url: string | null;
  readonly secret: string;
  readonly pending: number;
  readonly failed: number;
  readonly lastError: string | null;
}

/** A fault to inject. At least one effect is given. */
export interface FaultDraft {
  readonly match?: {
    readonly method?: string | undefined;
    readonly path?: string | undefined;
    readonly operation?: string | undefined;
  };
  readonly status?: number | undefined;
  readonly applied?: boolean | undefined;
  readonly delayMs?: number | undefined;
  readonly drop?: 'before' | 'after' | undefined;
  /** Bytes of the body after which the connection is dropped. */
  readonly cut?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** New values in the JSON of the response, by path. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Number of requests; null for no limit. */
  readonly times?: number | null;
  /** Above 0 up to 1. */
  readonly probability?: number | undefined;
  readonly seed?: number | undefined;
}

/** A fault that is active. An effect that it does not have is null. */
export interface ActiveFault {
  readonly id: string;
  readonly match: NonNullable<FaultDraft['match']>;
  readonly timesLeft: number | null;
  readonly struck: number;
  readonly createdAt: string;
}

/** A ledger account. A balance is in the sense of its class: a liability is positive. */
export interface LedgerAccount {
  readonly name: string;
  readonly class: LedgerClass;
  readonly balance: number;
}

/** The class of a ledger account. */
export type LedgerClass = 'asset' | 'liability' | 'expense' | 'memo';

/** A line of a ledger account. */
export interface LedgerAccountEntry {
  readonly entry: number;
  readonly at: string;
  readonly event: string;
  readonly ref: string;
  readonly amount: number;
}

/** The result of a ledger check. */
export interface LedgerCheck {
  readonly ok: boolean;
  readonly entries: number;
  /** Debits less credits over all lines; 0 if the ledger balances. */
  readonly difference: number;
  readonly invariants: readonly {
    readonly name: string;
    readonly ok: boolean;
    /** The first five faults, or `holds`. */
    readonly detail: string;
  }[];
}

/** The failure of a payment or withdrawal that a control forces. */
export interface StepReason {
  /** An ACH return code. */
  readonly code?: string;
  readonly reason?: string;
}

/** The behavior and balance of a bank account. */
export interface SimulatedBankAccount {
  readonly fundingSourceId: string;
  readonly name: string;
  readonly status: BankStatus;
  /** A return code, `<code>-late`, `HOLD`, `OK`, or null for an ordinary account. */
  readonly behavior: string | null;
  /** Null if it always holds enough. */
  readonly simulatedBalance: number | null;
}

/** The two micro-deposits of a bank account. */
export interface MicroDeposits {
  readonly fundingSourceId: string;
  readonly status: string | null;
  readonly amounts: readonly [number, number];
  readonly expectedPostDate: string | null;
  readonly attemptsRemaining: number | null;
}

/** The accounts that a user chooses in the window of the bank-linking provider. */
export interface LinkChoice {
  readonly linkToken?: string | undefined;
  readonly institution?: string | undefined;
  readonly accounts?: readonly {
    readonly name?: string | undefined;
    readonly type?: 'checking' | 'savings' | undefined;
    /** The last four digits. */
    readonly mask?: string | undefined;
  }[];
}

/** A public token, and the bank accounts that it connects. */
export interface PublicToken {
  readonly publicToken: string;
  readonly accounts: readonly {
    readonly accountId: string;
    readonly name: string;
    readonly type: 'checking' | 'savings';
    readonly mask: string;
  }[];
}

/** An integration, and what its next sync will do. */
export type SimulatedIntegration = Integration & {
  readonly nextSync: { readonly fails: boolean; readonly seconds: number };
};

/** A vendor in the books of the simulated accounting system. */
export interface BookVendor {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** A bank account in the books of the simulated accounting system. */
export interface BookBankAccount {
  readonly id: string;
  readonly name: string;
  readonly type: 'checking' | 'savings';
  readonly bankName: string | null;
  readonly last4: string | null;
}

/** A bill or an invoice in the books of the simulated accounting system. */
export interface BookBill {
  readonly id: string;
  readonly payableId: string;
  readonly kind: 'bill' | 'invoice';
  readonly status: 'open' | 'paid' | 'voided';
  readonly partyName: string | null;
  readonly docNumber: string | null;
  readonly dueDate: string | null;
  readonly totalAmount: number;
  readonly balance: number;
}

/** A tag for connections. */
export interface AccountTag {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly accountId: string;
}
