import { expect, test } from 'vitest';
import { buildCatalog, globalFlags } from '../../src/commands/command-catalog.ts';
import { valueKindOf } from '../../src/commands/completion/value-kinds.ts';
import { tree } from '../../src/commands/tree.ts';

/** Placeholders of things that no list shows, so that there is nothing to complete. */
const UNLISTED = [
  // An id of any kind.
  'sandbox open [id]',
  'sandbox events --after <event>',
  'sandbox events list --after <event>',
  'sandbox events resend <event>',
  'sandbox listen --after <event>',
  'sandbox fault add --operation <id>',
  'sandbox fault clear [fault]',
  'sandbox token create --user <user>',
  'bank connect --account <id>',
];

test('every id argument is completed, or documented as not listable', async () => {
  const catalog = await buildCatalog(tree);
  const places = [
    ...globalFlags().map((flag) => ({ command: '', flag })),
    ...catalog.flatMap(({ command, arguments: args, flags }) =>
      [...args, ...flags].map((flag) => ({ command, flag })),
    ),
  ];
  const ids = /[<[](id|event|fault|user|\w*(payable|bank|business|connection|payment|intent)\w*)\b/;
  const unknown = places
    .filter(({ command, flag }) => ids.test(flag.syntax) && valueKindOf(command, flag) === '?')
    .map(({ command, flag }) => `${command} ${flag.syntax}`);
  expect(unknown.filter((it) => !UNLISTED.includes(it))).toEqual([]);
});

test('value kinds use only characters that every shell reads literally', async () => {
  const signs = (await buildCatalog(tree)).flatMap(({ command, arguments: args, flags }) =>
    [...args, ...flags].map((flag) => valueKindOf(command, flag)),
  );
  expect(signs.filter((it) => !/^(\?|%@?|\/|\^|:\*|:[a-z]+|[\w.,:-]+)$/.test(it))).toEqual([]);
});
