import { connect } from './connect.ts';
import { disconnect } from './disconnect.ts';
import { fields } from './fields.ts';
import { list } from './list.ts';
import { mapBank } from './map-bank.ts';
import { mapVendor } from './map-vendor.ts';
import { status } from './status.ts';
import { sync } from './sync.ts';
import { syncStatus } from './sync-status.ts';

export const commands = [
  list,
  connect,
  status,
  disconnect,
  sync,
  syncStatus,
  fields,
  mapVendor,
  mapBank,
];
