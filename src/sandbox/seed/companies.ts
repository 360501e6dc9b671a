/** Companies of the seeds, created by the handlers of the same requests. */

import type { Address } from '../../api/operations/business.ts';
import { callerOf } from '../access/tokens.ts';
import type { Caller, HandlerContext } from '../context/handler-context.ts';
import { chooseAccounts } from '../control/link-provider.ts';
import { rowAt } from '../database/rows.ts';
import { runDueJobsWithin } from '../jobs/run-due-jobs.ts';
import { handlers } from '../server/handler-registry.ts';

/** The user and account that own the sandbox. */
export interface SandboxOwner {
  readonly userId: string;
  readonly accountId: string;
}

/** A business to register, and the bank account it starts with. */
export interface Company {
  readonly name: string;
  readonly ein: string;
  readonly address: Address;
  readonly person: { readonly firstName: string; readonly lastName: string };
  readonly bank: string;
}

/** Returns the context of the next step, a millisecond later at each call. */
export type NextContext = () => HandlerContext;

/** The time of a seed's story, which begins in the past and only moves forward. */
export interface StoryTime {
  readonly asOwner: NextContext;
  /** Steps of the service itself, and of somebody without an account. */
  readonly asVisitor: NextContext;
  /** Runs the jobs that are due until `until`, and goes on there; stays where it is if that is in the past. */
  readonly moveTo: (until: Date) => Promise<void>;
}

/** Returns the time of a story that begins at `start`. Its steps are a millisecond apart, so that lists show them in order. */
export async function beginStory(
  context: HandlerContext,
  owner: SandboxOwner,
  start: Date,
): Promise<StoryTime> {
  const caller = callerOf(await rowAt(context.db, 'users', owner.userId));
  let moment = start.getTime();
  const next = (by: Caller | null) => () => {
    const now = new Date(moment++);
    return { ...context, caller: by, now: () => now };
  };
  return {
    asOwner: next(caller),
    asVisitor: next(null),
    async moveTo(until) {
      moment = Math.max(moment, until.getTime());
      const now = new Date(moment);
      await runDueJobsWithin({ ...context, now: () => now });
    },
  };
}

/** Registers a company and returns its business id. */
export async function register(
  { name, ein, address, person }: Company,
  context: HandlerContext,
): Promise<string> {
  const controller = { ...person, dateOfBirth: '1980-05-17', ssn: '1234', address };
  const body = { name, businessType: 'llc' as const, address, taxInfo: { ein }, controller };
  const { id } = await handlers.business.create({ body }, context);
  return id;
}

/** Links the company's bank account, verified and its default, and returns its id. */
export async function connectBank(
  { bank }: Company,
  businessId: string,
  context: HandlerContext,
): Promise<string> {
  const { publicToken, accounts } = await chooseAccounts(context, { accounts: [{ name: bank }] });
  const accountId = accounts[0]?.accountId ?? '';
  const { id } = await handlers.bank.connect(
    { body: { publicToken, accountId, businessId } },
    context,
  );
  await handlers.bank.setDefault({ params: { fundingSourceId: id } }, context);
  return id;
}

/** Invites a company, accepts for it, and returns the id of the connection. */
export async function connectCompanies(
  inviterId: string,
  invited: { readonly id: string; readonly name: string; readonly email: string },
  context: HandlerContext,
): Promise<string> {
  const { id, name, email } = invited;
  await handlers.invite.send(
    { params: { businessId: inviterId }, body: { email, aliasName: name } },
    context,
  );
  const { token } = await context.db
    .selectFrom('outbox')
    .select('token')
    .where('to_email', '=', email)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const accepted = await handlers.invite.accept(
    { params: { businessId: id }, body: { token: token ?? '' } },
    context,
  );
  return accepted.connection?.id ?? '';
}
