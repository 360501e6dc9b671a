/** The command `remit whoami`. */

import { user } from '../../api/operations/sign-in.ts';
import { command } from '../../cli/command.ts';
import { recordSections } from '../../render/sections.ts';
import { columns, recordOf } from '../../render/view.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'whoami',
  summary: 'Show who is signed in',
  calls: [user.profile],
  view: recordOf(columns('id', 'email', 'accountId', 'accountName', 'role:json')),
  examples: {
    'Show the user, the account and the role': 'remit whoami',
    'Print only the role': 'remit whoami --json --query role.id',
  },

  run: ({ context }) => context.call(user.profile, {}),

  sections: async ({ record }) => {
    const { businesses, permissions, ...profile } = record;
    return [
      ...recordSections(profile, [
        [
          'User',
          'email',
          'firstName=First name',
          'lastName=Last name',
          'id',
          'role.name=Role',
          'role.id=Role id',
        ],
        ['Account', 'accountName=Name', 'accountId=Id', 'createdAt:time=Created'],
      ]),
      { title: 'Permissions', lines: [(permissions ?? []).join(', ')].filter(Boolean) },
      {
        title: 'Businesses',
        table: { columns: columns('id', 'name', 'status:state'), rows: businesses ?? [] },
      },
    ];
  },
});
