import type { link as contract } from '../../contract/link.ts';
import type { Handlers } from '../context/handler-context.ts';
import { payableAt } from '../payable/records.ts';
import { configurePayMe, payMeLinkOf, regeneratePayMe } from './pay-me-link.ts';
import { disableLink, enableLink, paymentLinkOf, sendLink } from './payable-link.ts';

/** Handlers of the operations on payment links and pay-me links. */
export const linkHandlers: Handlers<typeof contract> = {
  get: async ({ params }, world) => paymentLinkOf(await payableAt(params.payableId, world), world),

  enable: async ({ params }, world) =>
    paymentLinkOf(await enableLink(world, await payableAt(params.payableId, world)), world),

  disable: async ({ params }, world) =>
    paymentLinkOf(await disableLink(world, await payableAt(params.payableId, world)), world),

  send: async ({ params, body }, world) =>
    sendLink(world, await payableAt(params.payableId, world), body.email),

  payMe: ({ params }, world) => payMeLinkOf(world, params.businessId),

  async configurePayMe({ params, body }, world) {
    await configurePayMe(world, params.businessId, body);
    return payMeLinkOf(world, params.businessId);
  },

  async regeneratePayMe({ params }, world) {
    await regeneratePayMe(world, params.businessId);
    return payMeLinkOf(world, params.businessId);
  },
};
