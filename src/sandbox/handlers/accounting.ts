import type { accounting as contract } from '../../contract/accounting.ts';
import type { Handlers } from '../handler.ts';
import { notBuilt } from './not-built.ts';

export const accounting: Handlers<typeof contract> = {
  list: notBuilt,
  connect: notBuilt,
  status: notBuilt,
  disconnect: notBuilt,
  syncStatus: notBuilt,
  sync: notBuilt,
  syncType: notBuilt,
  fields: notBuilt,
  mapVendor: notBuilt,
  mapBank: notBuilt,
};
