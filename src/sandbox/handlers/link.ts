import type { link as contract } from '../../contract/link.ts';
import type { Handlers } from '../handler.ts';
import { notBuilt } from './not-built.ts';

export const link: Handlers<typeof contract> = {
  get: notBuilt,
  enable: notBuilt,
  disable: notBuilt,
  send: notBuilt,
  payMe: notBuilt,
  configurePayMe: notBuilt,
  regeneratePayMe: notBuilt,
};
