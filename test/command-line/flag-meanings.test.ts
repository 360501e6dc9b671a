import { expect, test } from 'vitest';
import { buildCatalog, type CatalogFlag, globalFlags } from '../../src/commands/command-catalog.ts';
import { tree } from '../../src/commands/tree.ts';

/** Flags whose placeholder or values differ between commands, and why they have one meaning all the same. */
const otherForms: Readonly<Record<string, string>> = {
  '--file': 'the placeholder names the formats that the command reads',
  '--status': 'the values are the statuses of the resource, one or several',
  '--type': 'the values are the types of a business or of a bank account',
};

interface Use {
  readonly command: string;
  readonly flag: CatalogFlag;
}

test('one flag has one form: a name has one placeholder and the same values in all commands', async () => {
  const differing = differingBy(await usesByName(), formOf);
  expect(withoutNames(differing, otherForms)).toEqual({});
});

test('one flag has one meaning: the help of a name begins with one word in all commands', async () => {
  expect(differingBy(await usesByName(), beginningOf)).toEqual({});
});

test('every allowed difference is one', async () => {
  const differing = differingBy(await usesByName(), formOf);
  expect(Object.keys(otherForms).filter((name) => !(name in differing))).toEqual([]);
});

/** The uses of each name of a flag, of `-b` as of `--business`, in all commands. */
async function usesByName(): Promise<ReadonlyMap<string, readonly Use[]>> {
  const catalog = await buildCatalog(tree, { withHidden: true });
  const uses = [
    ...globalFlags().map((flag) => ({ command: 'every command', flag })),
    ...catalog.flatMap(({ command, flags }) => flags.map((flag) => ({ command, flag }))),
  ];
  const byName = new Map<string, Use[]>();
  for (const use of uses) {
    for (const name of use.flag.names) byName.set(name, [...(byName.get(name) ?? []), use]);
  }
  return byName;
}

/** The names whose uses differ in one respect, each with its values and a command that has it. */
const differingBy = (
  byName: ReadonlyMap<string, readonly Use[]>,
  partOf: (flag: CatalogFlag) => string,
): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(
    [...byName]
      .map(
        ([name, uses]) =>
          [
            name,
            Object.fromEntries(uses.map(({ command, flag }) => [partOf(flag), command])),
          ] as const,
      )
      .filter(([, found]) => Object.keys(found).length > 1),
  );

/** `<bank>`, `<type>... checking|savings`; empty for a flag without a value. */
const formOf = ({ syntax, choices }: CatalogFlag): string =>
  `${syntax.replace(/^(-\w, )?--[\w-]+/, '')} ${choices.join('|')}`.trim();

/**
 * The first word of the help, without what only narrows it: `connection` of "filter by connection", `request` of "with
 * --http-status: the request is applied all the same".
 */
function beginningOf({ help }: CatalogFlag): string {
  const narrowed = help.replace(/^(with|for) [^:]*: /, '').replace(/^(filter by|only|the|a) /, '');
  return (/^[\w-]+/.exec(narrowed)?.[0] ?? '').toLowerCase();
}

const withoutNames = <Value>(
  record: Readonly<Record<string, Value>>,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !(name in names)));
