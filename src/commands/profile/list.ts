import { command } from '../../cli/command.ts';
import { columns, listOf } from '../../render/view.ts';
import { listProfiles } from '../../service/profiles.ts';

export const list = command({
  name: 'list',
  summary: 'List the profiles',
  view: listOf(
    columns('name', 'baseUrl', 'business', 'current:boolean', 'hasToken:boolean'),
    'No profiles. Create one with remit auth login.',
  ),
  examples: ['remit profile list', 'remit profile list --json'],

  run: ({ context }) => listProfiles(context),
});
