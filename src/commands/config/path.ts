import { command } from '../../cli/command.ts';
import { foldersOf } from '../../config/folders.ts';
import { configFile } from '../../config/profiles.ts';
import { text } from '../../render/view.ts';

export const path = command({
  name: 'path',
  summary: 'Print the path of the configuration file',
  view: text,
  examples: ['remit config path', 'remit config path --profile sandbox'],

  run: ({ context }) => configFile(foldersOf(context.system)),
});
