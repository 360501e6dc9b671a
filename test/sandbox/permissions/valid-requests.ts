/** Valid requests of every operation. */

import type { Sending } from '../open-sandbox.ts';
import type { Row, Side } from './expected-permissions.ts';
import type { Stage } from './fixture.ts';

/** The parts of a request other than the token. */
export interface Asked extends Sending {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object | string;
}

/** Returns a valid request of an operation by one side. */
export function askedBy(side: Side, { id }: Row, stage: Stage): Asked {
  const { connectionId, payables, books } = stage;
  const { businessId, third: _, tokens: __, ...own } = stage[side];
  const params: Asked['params'] = {
    ...{ businessId, connectionId, payableId: payables.submitted, fundingSourceId: own.bankId },
    ...{ invitationId: stage.sentInvitationId, paymentId: stage.paymentId },
    ...{ accountingIntegrationId: books.integrationId, entityType: 'vendors' },
  };
  const { params: more, ...rest } = special[id]?.(stage, side) ?? {};
  return { ...rest, params: { ...params, ...more } };
}

/** Returns the path of a request, with its placeholders filled. */
export const pathOf = ({ path }: Row, { params, query }: Asked): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') +
  (query === undefined ? '' : `?${query}`);

const address = { street: '1 Main St', city: 'Albany', state: 'NY', zip: '12207', country: 'US' };
const newcomer = { name: 'Fresh Start LLC', businessType: 'llc', address };

/** A multipart form with a minimal GIF, which consists of ASCII text. */
const logo = {
  headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  body: [
    ...['--edge', 'Content-Disposition: form-data; name="file"; filename="logo.gif"'],
    ...['Content-Type: image/gif', '', 'GIF89a-------', '--edge--', ''],
  ].join('\r\n'),
};

/** The parts of a request that differ from the common ids. */
const special: Readonly<Record<string, (stage: Stage, side: Side) => Partial<Asked>>> = {
  'business.create': () => ({ body: newcomer }),
  'business.createBasic': () => ({ body: newcomer }),
  'business.setAlias': () => ({ body: { alias: 'Linen' } }),
  'business.setLogo': () => logo,
  'business.withdraw': (stage, side) => ({
    body: { amount: 10, fundingSourceId: stage[side].bankId },
  }),

  'bank.connect': (stage, side) => ({
    body: {
      ...{ publicToken: 'public-sandbox-good', accountId: 'acct_checking_0000' },
      businessId: stage[side].businessId,
    },
  }),
  'bank.connectManually': (stage, side) => ({
    body: {
      ...{ routingNumber: '021000021', accountNumber: '5550001111', accountType: 'checking' },
      ...{ name: 'Another', businessId: stage[side].businessId },
    },
  }),
  'bank.verifyMicroDeposits': ({ manualBank: { id, amounts } }) => ({
    params: { fundingSourceId: id },
    body: { amount1: amounts[0], amount2: amounts[1] },
  }),
  'bank.setDefault': ({ spareBankId }) => ({ params: { fundingSourceId: spareBankId } }),
  'bank.remove': ({ spareBankId }) => ({ params: { fundingSourceId: spareBankId } }),

  'connection.setAlias': () => ({ body: { alias: 'Old friends' } }),
  'connection.setTags': (stage, side) => ({ body: { tagIds: [stage[side].tagId] } }),
  'connection.setSettings': () => ({ body: { netTerms: 30 } }),

  'invite.send': () => ({ body: { email: 'another@remit.test', aliasName: 'Another' } }),
  'invite.accept': ({ received: { token } }) => ({ body: { token } }),
  'invite.reject': ({ received: { id } }) => ({ params: { invitationId: id } }),
  'invite.publicSettings': () => ({ body: { enabled: true } }),

  'payable.create': ({ connectionId }) => ({ body: { connectionId, amount: 10 } }),
  'payable.update': () => ({ body: { memo: 'Thank you' } }),
  'payable.decline': () => ({ body: { reason: 'Wrong order' } }),
  'payable.export': () => ({ body: { status: 'SUBMITTED' } }),

  'link.disable': ({ payables: { linked } }) => ({ params: { payableId: linked } }),
  'link.send': ({ payables: { linked } }) => ({
    params: { payableId: linked },
    body: { email: 'ap@remit.test' },
  }),
  'link.configurePayMe': () => ({ body: { enabled: true, minAmount: 1, maxAmount: 900 } }),

  'pay.initiate': (stage, side) => ({ body: order(stage, side) }),
  'pay.bulkInitiate': (stage, side) => ({ body: { payments: [order(stage, side)] } }),
  'pay.quickPay': ({ connectionId, ...stage }, side) => ({
    body: { connectionId, amount: 5, fundingSourceId: stage[side].bankId },
  }),

  'accounting.connect': () => ({ body: { redirectUri: 'http://localhost:8123/back' } }),
  'accounting.mapVendor': ({ connectionId, books }) => ({
    body: { connectionId, accountingVendorId: books.vendorId },
  }),
  'accounting.mapBank': (stage, side) => ({
    body: { fundingSourceId: stage[side].bankId, accountingBankAccountId: stage.books.accountId },
  }),
};

const order = (
  { payables: { approved }, ...stage }: Pick<Stage, 'payables' | Side>,
  side: Side,
) => ({
  ...{ payableId: approved, fundingSourceId: stage[side].bankId },
});
