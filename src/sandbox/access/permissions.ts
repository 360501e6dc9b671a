/** Permissions of roles, and the access rule of each operation. */

import type { Role } from '../../api/controls/people.ts';
import type { operations } from '../../api/operations/operations.ts';

/** A permission of a role. Every role may read. */
export type Permission =
  | 'account:read'
  | 'businesses:manage'
  | 'bankAccounts:manage'
  | 'balance:withdraw'
  | 'connections:manage'
  | 'payables:manage'
  | 'payables:approve'
  | 'payments:initiate'
  | 'accounting:manage'
  | 'exports:create'
  | 'files:upload';

const everyone: readonly Permission[] = ['account:read', 'exports:create'];
const clerkPermissions: readonly Permission[] = [...everyone, 'connections:manage', 'files:upload'];
const manager: readonly Permission[] = [
  ...clerkPermissions,
  'businesses:manage',
  'bankAccounts:manage',
  'balance:withdraw',
  'payables:manage',
  'payables:approve',
  'payments:initiate',
  'accounting:manage',
];

export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  owner: manager,
  admin: manager,
  ap: [...clerkPermissions, 'payables:approve', 'payments:initiate'],
  ar: [...clerkPermissions, 'payables:manage'],
  viewer: everyone,
};

/** A side: payer or payee of a payable, sender of an invitation. */
export type Side = 'payer' | 'payee' | 'sender';

export interface AccessRule {
  readonly permission: Permission;
  /** The side that the business of the path must be on; either if absent. */
  readonly side?: Side;
}

const read: AccessRule = { permission: 'account:read' };
const manageBusiness: AccessRule = { permission: 'businesses:manage' };
const manageBank: AccessRule = { permission: 'bankAccounts:manage' };
const manageConnection: AccessRule = { permission: 'connections:manage' };
const manageInvitation: AccessRule = { permission: 'connections:manage', side: 'sender' };
const asPayee: AccessRule = { permission: 'payables:manage', side: 'payee' };
const asPayer: AccessRule = { permission: 'payables:approve', side: 'payer' };
const managePayables: AccessRule = { permission: 'payables:manage' };
const initiate: AccessRule = { permission: 'payments:initiate' };
const manageBooks: AccessRule = { permission: 'accounting:manage' };

type Resources = typeof operations;

export const accessRules: {
  readonly [R in keyof Resources]: Readonly<Record<keyof Resources[R], AccessRule>>;
} = {
  business: {
    list: read,
    get: read,
    create: manageBusiness,
    createBasic: manageBusiness,
    setAlias: manageBusiness,
    setLogo: manageBusiness,
    removeLogo: manageBusiness,
    balance: read,
    withdraw: { permission: 'balance:withdraw' },
  },
  bank: {
    list: read,
    linkToken: manageBank,
    connect: manageBank,
    connectManually: manageBank,
    verifyMicroDeposits: manageBank,
    setDefault: manageBank,
    remove: manageBank,
  },
  connection: {
    list: read,
    get: read,
    setAlias: manageConnection,
    setTags: manageConnection,
    setSettings: manageConnection,
    archive: manageConnection,
    invoices: read,
    exportCsv: read,
  },
  invite: {
    send: manageConnection,
    list: read,
    cancel: manageInvitation,
    resend: manageInvitation,
    accept: manageConnection,
    reject: manageConnection,
    publicSettings: manageConnection,
  },
  payable: {
    create: managePayables,
    list: read,
    get: read,
    update: asPayee,
    approve: asPayer,
    decline: asPayer,
    cancel: asPayee,
    remind: asPayee,
    activity: read,
    export: { permission: 'exports:create' },
  },
  link: {
    get: { permission: 'account:read', side: 'payee' },
    enable: asPayee,
    disable: asPayee,
    send: asPayee,
    payMe: read,
    configurePayMe: managePayables,
    regeneratePayMe: managePayables,
  },
  pay: { initiate, quickPay: initiate, bulkInitiate: initiate, cancel: initiate },
  accounting: {
    list: read,
    connect: manageBooks,
    status: read,
    disconnect: manageBooks,
    syncStatus: read,
    sync: manageBooks,
    syncType: manageBooks,
    fields: read,
    mapVendor: manageBooks,
    mapBank: manageBooks,
  },
  user: { profile: read },
};
