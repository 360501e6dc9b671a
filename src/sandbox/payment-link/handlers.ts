import type { link as contract } from '../../api/operations/link.ts';
import type { Handlers } from '../context/handler-context.ts';
import { payableAt } from '../payable/records.ts';
import { configurePayMe, payMeLinkOf, regeneratePayMe } from './pay-me-link.ts';
import { disableLink, enableLink, paymentLinkOf, sendLink } from './payable-link.ts';

export const linkHandlers: Handlers<typeof contract> = {
  get: async ({ params }, context) =>
    paymentLinkOf(await payableAt(params.payableId, context), context),

  enable: async ({ params }, context) =>
    paymentLinkOf(await enableLink(context, await payableAt(params.payableId, context)), context),

  disable: async ({ params }, context) =>
    paymentLinkOf(await disableLink(context, await payableAt(params.payableId, context)), context),

  send: async ({ params, body }, context) =>
    sendLink(context, await payableAt(params.payableId, context), body.email),

  payMe: ({ params }, context) => payMeLinkOf(context, params.businessId),

  async configurePayMe({ params, body }, context) {
    await configurePayMe(context, params.businessId, body);
    return payMeLinkOf(context, params.businessId);
  },

  async regeneratePayMe({ params }, context) {
    await regeneratePayMe(context, params.businessId);
    return payMeLinkOf(context, params.businessId);
  },
};
