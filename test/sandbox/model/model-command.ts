import fc from 'fast-check';
import { expectAgreement } from './assert-agreement.ts';
import type { Model } from './model.ts';
import type { Real } from './system-under-test.ts';

/** Something that a person, the bank or time does; afterwards the service and the model have to agree. */
export type Command = fc.AsyncCommand<Model, Real>;

export const command = <Args>(
  name: string,
  args: fc.Arbitrary<Args>,
  run: (model: Model, real: Real, args: Args) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): fc.Arbitrary<Command> =>
  args.map((it) => ({
    check,
    async run(model, real) {
      await run(model, real, it);
      await expectAgreement(model, real);
    },
    toString: () => `${name} ${JSON.stringify(it)}`,
  }));

/** Some are magic: 55.01 fails, 56.01 comes back late, 55.02 and 56.03 close the account, 100,000.00 is held. */
export const Cents = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 90_000 }) },
  { weight: 2, arbitrary: fc.constantFrom(55_01, 56_01, 55_02, 56_03, 55_09) },
  { weight: 1, arbitrary: fc.constantFrom(9_999_999, 10_000_000, 100_000_001) },
);
export const Speed = fc.constantFrom('standard', 'sameDay');
export const Nth = fc.nat(30);

/** Something in this state where there is one, or else something in any. */
export function pick<Item extends { readonly status: string }>(
  items: readonly Item[],
  { status, nth }: { status: string; nth: number },
): Item {
  const fitting = items.filter((it) => it.status === status);
  const among = fitting.length > 0 ? fitting : items;
  const item = among[nth % among.length];
  if (!item) throw new Error('There is nothing to pick from.');
  return item;
}
