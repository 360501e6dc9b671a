/** Commands of the model-based tests. */

import fc from 'fast-check';
import { expectAgreement } from './assert-agreement.ts';
import type { Model } from './model.ts';
import type { Real } from './system-under-test.ts';

/** An action of a user, the bank or time. Afterwards, the service and the model must agree. */
export type Command = fc.AsyncCommand<Model, Real>;

/** Creates a command from its arguments and its effect. */
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

/**
 * Amounts in cents. Some trigger an outcome: 55.01 fails, 56.01 is returned late, 55.02 and 56.03 close the account,
 * 100,000.00 is held.
 */
export const Cents = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 90_000 }) },
  { weight: 2, arbitrary: fc.constantFrom(55_01, 56_01, 55_02, 56_03, 55_09, 55_16, 55_29, 56_29) },
  { weight: 1, arbitrary: fc.constantFrom(9_999_999, 10_000_000, 100_000_001) },
);
/** The speeds of a payment. */
export const Speed = fc.constantFrom('standard', 'sameDay');
/** A number that selects one of several items. */
export const Nth = fc.nat(30);

/** Returns an item in this state, or any item if there is no such item. */
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
