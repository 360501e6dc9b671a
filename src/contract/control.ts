/**
 * The controls of a sandbox: requests under `/sandbox` that no real service answers. The sandbox and its commands read
 * this table; no other code contains a path of it.
 */

import type { Balance, Withdrawal } from './balance.ts';
import type { Business } from './business.ts';
import type {
  AccountTag,
  ActiveFault,
  BigSeedProgress,
  BookBankAccount,
  BookBill,
  BookVendor,
  BusinessName,
  CausedEvents,
  ClockAdvance,
  ClockMode,
  ClockState,
  FaultDraft,
  LedgerAccount,
  LedgerAccountEntry,
  LedgerCheck,
  LinkChoice,
  MicroDeposits,
  OperatorSettings,
  OutboxEmail,
  PublicToken,
  Role,
  SandboxEvent,
  Seed,
  Seeded,
  SimulatedBankAccount,
  SimulatedIntegration,
  StepReason,
  WebhookState,
} from './control-records.ts';
import type { EventType } from './event-types.ts';
import type { Method } from './operation.ts';
import type { Payment } from './pay.ts';

/** A control: its route, and the types of its request and its response. */
export interface ControlOperation<
  Path extends string = string,
  Types extends ControlTypes = ControlTypes,
> {
  readonly method: Method;
  readonly path: Path;
  readonly success: 200 | 201;
  /** Types only: never set. */
  readonly types?: Types;
}

/** The types of a control. */
export interface ControlTypes {
  /** The names of the query parameters, all of them optional. */
  readonly query?: string;
  /** The JSON of the request. */
  readonly body?: unknown;
  /** The JSON of the response. */
  readonly response: unknown;
}

/** The names of the placeholders in a path. */
export type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;

/** The input of a control: `{ params, query, body }`, each only if the control has it. */
export type ControlInput<Op extends ControlOperation> = ParamsOf<ParamOf<Op['path']>> &
  (TypesOf<Op> extends { query: infer Name extends string }
    ? { readonly query?: QueryOf<Name> }
    : unknown) &
  (TypesOf<Op> extends { body: infer Body } ? { readonly body: Body } : unknown);

type ParamsOf<Name extends string> = [Name] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<Name, string>> };

type TypesOf<Op extends ControlOperation> = NonNullable<Op['types']>;

/** The query of a control, as both sides read it. */
export type QueryOf<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** The names of a control's query parameters. */
export type QueryNameOf<Op extends ControlOperation> =
  TypesOf<Op> extends { query: infer Name extends string } ? Name : never;

/** The output of a control. */
export type ControlOutput<Op extends ControlOperation> = TypesOf<Op>['response'];

// A call of its own, since a call that names some of its types infers none of the others, and the path is inferred.
/** Returns a function that defines a control of these types. */
const define =
  <Types extends ControlTypes>() =>
  <const Path extends `/sandbox/${string}`>(
    method: Method,
    path: Path,
    success: 200 | 201 = 200,
  ): ControlOperation<Path, Types> => ({ method, path, success });

const businessStep = define<{ response: Business }>();
const paymentStep = define<{ body: StepReason; response: Payment }>();
const withdrawalStep = define<{ body: StepReason; response: Withdrawal }>();
const consent = define<{ response: { redirectUrl: string } }>();
const integrationChange = define<{ response: SimulatedIntegration }>();

/** All controls, by name. */
export const controls = {
  readClock: define<{ response: ClockState }>()('GET', '/sandbox/clock'),
  /** Only forward: due jobs run. */
  setClock: define<{ body: { now?: string; mode?: ClockMode }; response: ClockState }>()(
    'PUT',
    '/sandbox/clock',
  ),
  advanceClock: define<{ body: ClockAdvance; response: CausedEvents & { from: string } }>()(
    'POST',
    '/sandbox/clock/advance',
  ),
  /** Runs the due jobs now. */
  tick: define<{ response: CausedEvents }>()('POST', '/sandbox/tick'),
  /** Advances every transfer in flight by one step, whatever the time. */
  simulate: define<{ response: { total: number } }>()('POST', '/sandbox/simulations'),
  /**
   * The first events after the one with the id `after`, oldest first; `type` is one or more types, separated by commas.
   * With `last` the newest so many.
   */
  listEvents: define<{ query: 'after' | 'type' | 'last'; response: readonly SandboxEvent[] }>()(
    'GET',
    '/sandbox/events',
  ),
  readEvent: define<{ response: SandboxEvent }>()('GET', '/sandbox/events/{id}'),
  /** Does what causes an event of this type, and creates what that needs. */
  triggerEvent: define<{ body: { type: EventType }; response: CausedEvents }>()(
    'POST',
    '/sandbox/events',
    201,
  ),
  readWebhook: define<{ response: WebhookState }>()('GET', '/sandbox/webhook'),
  listEmails: define<{ query: 'to' | 'kind'; response: readonly OutboxEmail[] }>()(
    'GET',
    '/sandbox/outbox',
  ),
  readEmails: define<{ response: { marked: number } }>()('POST', '/sandbox/outbox/read'),
  deleteEmails: define<{ response: { deleted: number } }>()('DELETE', '/sandbox/outbox'),

  /** Deletes everything and starts over. The clock and the tokens of the owner stay. */
  reset: define<{ body: { seed?: Seed | undefined }; response: Seeded }>()(
    'POST',
    '/sandbox/reset',
  ),
  seed: define<{
    body: { name: string; payables?: number | undefined; seed?: number | undefined };
    response: Seeded | BigSeedProgress;
  }>()('POST', '/sandbox/seed'),
  exportState: define<{ response: object }>()('GET', '/sandbox/export'),
  importState: define<{
    body: unknown;
    response: { now: string; businesses: readonly BusinessName[] };
  }>()('POST', '/sandbox/import'),
  readSettings: define<{ response: OperatorSettings }>()('GET', '/sandbox/config'),
  changeSettings: define<{ body: Partial<OperatorSettings>; response: OperatorSettings }>()(
    'PUT',
    '/sandbox/config',
  ),
  /** Returns a URL that opens the inspector in a browser, once and within a minute, at the page of an id if given. */
  openInspector: define<{ body: { id?: string | undefined }; response: { url: string } }>()(
    'POST',
    '/sandbox/open',
  ),

  addFault: define<{ body: FaultDraft; response: ActiveFault }>()('POST', '/sandbox/faults', 201),
  listFaults: define<{ response: readonly ActiveFault[] }>()('GET', '/sandbox/faults'),
  deleteFaults: define<{ response: { deleted: number } }>()('DELETE', '/sandbox/faults'),
  deleteFault: define<{ response: ActiveFault }>()('DELETE', '/sandbox/faults/{id}'),

  readLedger: define<{ response: { accounts: readonly LedgerAccount[] } }>()(
    'GET',
    '/sandbox/ledger',
  ),
  checkLedger: define<{ response: LedgerCheck }>()('GET', '/sandbox/ledger/check'),
  readLedgerAccount: define<{
    response: LedgerAccount & { entries: readonly LedgerAccountEntry[] };
  }>()('GET', '/sandbox/ledger/accounts/{name}'),
  creditBusiness: define<{ body: { businessId: string; amount: number }; response: Balance }>()(
    'POST',
    '/sandbox/ledger/credits',
    201,
  ),

  readPayment: define<{ response: Payment }>()('GET', '/sandbox/payments/{id}'),
  /** One step of a payment, out of turn: its scheduled jobs are removed. */
  paymentSteps: {
    submit: paymentStep('POST', '/sandbox/payments/{id}/submit'),
    complete: paymentStep('POST', '/sandbox/payments/{id}/complete'),
    fail: paymentStep('POST', '/sandbox/payments/{id}/fail'),
    return: paymentStep('POST', '/sandbox/payments/{id}/return'),
    hold: paymentStep('POST', '/sandbox/payments/{id}/hold'),
    release: paymentStep('POST', '/sandbox/payments/{id}/release'),
    reject: paymentStep('POST', '/sandbox/payments/{id}/reject'),
  },
  listWithdrawals: define<{ query: 'businessId'; response: readonly Withdrawal[] }>()(
    'GET',
    '/sandbox/withdrawals',
  ),
  /** One step of a withdrawal, out of turn. */
  withdrawalSteps: {
    submit: withdrawalStep('POST', '/sandbox/withdrawals/{id}/submit'),
    complete: withdrawalStep('POST', '/sandbox/withdrawals/{id}/complete'),
    fail: withdrawalStep('POST', '/sandbox/withdrawals/{id}/fail'),
  },
  /** A decision of the service's staff about a business. */
  businessSteps: {
    verify: businessStep('POST', '/sandbox/businesses/{id}/verify'),
    suspend: businessStep('POST', '/sandbox/businesses/{id}/suspend'),
    reinstate: businessStep('POST', '/sandbox/businesses/{id}/reinstate'),
  },
  /** Adds what was missing at registration; `controller` as in the API. */
  completeVerification: define<{
    body: {
      taxInfo?: { ein?: string | undefined; ssn?: string | undefined };
      controller?: unknown;
    };
    response: Business;
  }>()('POST', '/sandbox/businesses/{id}/verification'),
  addComment: define<{
    body: { text: string; author?: string | undefined; businessId?: string };
    response: { payableId: string; type: string; message: string; createdAt: string };
  }>()('POST', '/sandbox/payables/{id}/comments', 201),

  readBankAccount: define<{ response: SimulatedBankAccount }>()(
    'GET',
    '/sandbox/bank-accounts/{id}',
  ),
  changeBankAccount: define<{
    body: { behavior?: string | null | undefined; simulatedBalance?: number | null | undefined };
    response: SimulatedBankAccount;
  }>()('PATCH', '/sandbox/bank-accounts/{id}'),
  readMicroDeposits: define<{ response: MicroDeposits }>()(
    'GET',
    '/sandbox/bank-accounts/{id}/micro-deposits',
  ),
  postMicroDeposits: define<{ response: MicroDeposits }>()(
    'POST',
    '/sandbox/bank-accounts/{id}/micro-deposits/post',
  ),
  /** Replaces a user's choice in the window of the bank-linking provider. */
  createPublicToken: define<{ body: LinkChoice; response: PublicToken }>()(
    'POST',
    '/sandbox/linkprovider/public-tokens',
  ),

  approveConsent: consent('POST', '/sandbox/accounting/authorizations/{state}/approve'),
  denyConsent: consent('POST', '/sandbox/accounting/authorizations/{state}/deny'),
  listVendors: define<{ response: readonly BookVendor[] }>()(
    'GET',
    '/sandbox/accounting/{id}/vendors',
  ),
  listBookBankAccounts: define<{ response: readonly BookBankAccount[] }>()(
    'GET',
    '/sandbox/accounting/{id}/bank-accounts',
  ),
  listBills: define<{ response: readonly BookBill[] }>()('GET', '/sandbox/accounting/{id}/bills'),
  revokeIntegration: integrationChange('POST', '/sandbox/accounting/{id}/revoke'),
  failNextSync: integrationChange('POST', '/sandbox/accounting/{id}/fail-next-sync'),
  slowNextSync: define<{ body: { seconds: number }; response: SimulatedIntegration }>()(
    'POST',
    '/sandbox/accounting/{id}/slow-next-sync',
  ),

  createAccount: define<{
    body: { name: string; email: string; password: string };
    response: { account: BusinessName; user: { id: string; email: string }; token: string };
  }>()('POST', '/sandbox/accounts', 201),
  createUser: define<{
    body: {
      email: string;
      password: string;
      firstName?: string | undefined;
      lastName?: string | undefined;
      role?: Role | undefined;
      accountId?: string | undefined;
    };
    response: { id: string; email: string; role: Role; accountId: string };
  }>()('POST', '/sandbox/users', 201),
  createToken: define<{
    body: { role?: Role; ttl?: number; userId?: string };
    response: { token: string; expiresAt: string; role: Role; userId: string; accountId: string };
  }>()('POST', '/sandbox/tokens', 201),
  expireToken: define<{ response: { expired: boolean; expiresAt: string } }>()(
    'POST',
    '/sandbox/tokens/{token}/expire',
  ),
  listTags: define<{ query: 'accountId'; response: readonly AccountTag[] }>()(
    'GET',
    '/sandbox/tags',
  ),
  createTag: define<{
    body: { name: string; color?: string | undefined; accountId?: string | undefined };
    response: AccountTag;
  }>()('POST', '/sandbox/tags', 201),
} as const;
