/** The triggers of events of businesses, bank accounts, connections, invitations and accounting. */

import { approveAuthorization } from '../accounting/authorize.ts';
import { changeIntegration, connectedIntegration } from '../accounting/integration.ts';
import { postMicroDeposits } from '../bank/micro-deposits.ts';
import { reinstateBusiness, suspendBusiness } from '../business/transitions.ts';
import { CommittedApiError } from '../context/problem-details.ts';
import { rowAt } from '../database/rows.ts';
import { jobs, runDueJobsWithin } from '../jobs/run-due-jobs.ts';
import { unschedule } from '../jobs/schedule.ts';
import { applyReturn } from '../payment/returned-account.ts';
import { handlers } from '../server/handler-registry.ts';
import type { Trigger } from './payment-triggers.ts';
import { emailOf, type TriggerContext } from './trigger-context.ts';

async function suspended({ context, newBusiness }: TriggerContext): Promise<string> {
  const id = await newBusiness();
  await suspendBusiness(context, id);
  return id;
}

/** Sends an invitation from a business that is there, or a new one. */
async function invite({ context, partners }: TriggerContext) {
  const { businessId } = (await partners()).payer;
  const email = emailOf(context);
  return handlers.invite.send({ params: { businessId }, body: { email } }, context);
}

/** Connects a new payee with a payer that is there, or a new one. */
const connected = async (setup: TriggerContext) => setup.newPayeeOf((await setup.partners()).payer);

/** Links a bank account by its numbers and posts its micro-deposits. Resolves to its id and their amounts. */
async function microDeposits(setup: TriggerContext) {
  const { context } = setup;
  const { businessId } = (await setup.partners()).payee;
  const { id } = await handlers.bank.connectManually(
    {
      body: {
        ...{ routingNumber: '021000021', accountType: 'checking', name: 'Savings', businessId },
        accountNumber: String(context.randomInt(100_000_000, 999_999_999)),
      },
    },
    context,
  );
  await unschedule(context, id);
  await postMicroDeposits(context, id);
  const row = await rowAt(context.db, 'bank_accounts', id);
  return { id, cents: [row.micro_cents_1 ?? 0, row.micro_cents_2 ?? 0] as const };
}

const verify = (
  { context }: TriggerContext,
  fundingSourceId: string,
  [one, two]: readonly [number, number],
) =>
  handlers.bank.verifyMicroDeposits(
    { params: { fundingSourceId }, body: { amount1: one / 100, amount2: two / 100 } },
    context,
  );

/** Verifies with wrong amounts until no attempt is left. */
async function failVerification(setup: TriggerContext): Promise<void> {
  const { id, cents } = await microDeposits(setup);
  const wrong = cents[0] + cents[1] + 1;
  for (let attempts = 0; attempts < 10; attempts++) {
    try {
      await verify(setup, id, [wrong, wrong]);
    } catch (error) {
      // Each wrong pair is an error that is committed.
      if (!(error instanceof CommittedApiError)) return;
    }
  }
}

/** Connects the accounting system of a new business. Resolves to the ids of both. */
async function accounting({ context, newBusiness }: TriggerContext) {
  const businessId = await newBusiness();
  const redirectUri = 'http://127.0.0.1:8080/callback';
  const { state } = await handlers.accounting.connect(
    { params: { businessId }, body: { redirectUri } },
    context,
  );
  await approveAuthorization(state ?? '', context);
  const [integration] = await handlers.accounting.list({ params: { businessId } }, context);
  return { businessId, accountingIntegrationId: integration?.id ?? '' };
}

async function sync(setup: TriggerContext, { fails }: { readonly fails: boolean }): Promise<void> {
  const { context } = setup;
  const params = await accounting(setup);
  if (fails) {
    const integration = await connectedIntegration(context, params.accountingIntegrationId);
    await changeIntegration(context, integration, { fail_next_sync: 1 });
  }
  await handlers.accounting.sync({ params }, context);
  await runDueJobsWithin(context);
}

export const accountTriggers = {
  'accounting.connected': accounting,
  'accounting.disconnected': async (setup) => {
    const { businessId } = await accounting(setup);
    await handlers.accounting.disconnect({ params: { businessId } }, setup.context);
  },
  'accounting.sync_completed': (setup) => sync(setup, { fails: false }),
  'accounting.sync_failed': (setup) => sync(setup, { fails: true }),

  'bank_account.connected': (setup) => setup.newParty(),
  'bank_account.debits_stopped': async (setup) =>
    applyReturn(setup.context, (await setup.newParty()).bankId, 'R29'),
  'bank_account.default_changed': (setup) => setup.newParty(),
  'bank_account.frozen': async (setup) =>
    applyReturn(setup.context, (await setup.newParty()).bankId, 'R16'),
  'bank_account.micro_deposits_posted': microDeposits,
  'bank_account.removed': async (setup) => {
    const { bankId } = await setup.newParty();
    await handlers.bank.remove({ params: { fundingSourceId: bankId } }, setup.context);
  },
  'bank_account.verification_failed': failVerification,
  'bank_account.verified': async (setup) => {
    const { id, cents } = await microDeposits(setup);
    await verify(setup, id, cents);
  },

  'business.created': (setup) => setup.newBusiness(),
  'business.reinstated': async (setup) => reinstateBusiness(setup.context, await suspended(setup)),
  'business.suspended': suspended,
  'business.verified': (setup) => setup.newBusiness(),

  'connection.activated': connected,
  'connection.archived': async (setup) => {
    const { connectionId, payer } = await connected(setup);
    const query = { businessId: payer.businessId };
    await handlers.connection.archive({ params: { connectionId }, query }, setup.context);
  },
  'connection.updated': async (setup) => {
    const { connectionId, payer } = await connected(setup);
    const request = {
      params: { connectionId },
      query: { businessId: payer.businessId },
      body: { alias: 'Partner' },
    };
    await handlers.connection.setAlias(request, setup.context);
  },

  'invitation.accepted': connected,
  'invitation.cancelled': async (setup) => {
    await handlers.invite.cancel({ params: await invitation(setup) }, setup.context);
  },
  'invitation.created': invite,
  'invitation.expired': async (setup) => {
    const { invitationId } = await invitation(setup);
    await unschedule(setup.context, invitationId);
    await jobs['invitation.expire'](invitationId, { ...setup.context, caller: null });
  },
  'invitation.rejected': async (setup) => {
    const { context, newBusiness } = setup;
    const { invitationId } = await invitation(setup);
    const { token } = await context.db
      .selectFrom('outbox')
      .select('token')
      .where('invitation_id', '=', invitationId)
      .executeTakeFirstOrThrow();
    const params = { businessId: await newBusiness(), invitationId };
    await handlers.invite.reject({ params, body: { token: token ?? '' } }, context);
  },
  'invitation.resent': async (setup) => {
    await handlers.invite.resend({ params: await invitation(setup) }, setup.context);
  },

  'pay_me_link.configured': async ({ context, newParty }) => {
    const params = { businessId: (await newParty()).businessId };
    await handlers.link.configurePayMe({ params, body: { enabled: true } }, context);
  },
  'pay_me_link.regenerated': async ({ context, newParty }) => {
    const params = { businessId: (await newParty()).businessId };
    await handlers.link.regeneratePayMe({ params }, context);
  },
} as const satisfies Readonly<Record<string, Trigger>>;

async function invitation(setup: TriggerContext) {
  const { id, businessId } = await invite(setup);
  return { invitationId: id, businessId: businessId ?? '' };
}
