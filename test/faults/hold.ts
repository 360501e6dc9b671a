/** Holds a program at one moment of a payment. */

import { setTimeout as pause } from 'node:timers/promises';

/** The moments at which a program is stopped. */
export const moments = ['committed', 'connecting', 'established', 'answered'] as const;

/** One of the moments. */
export type Moment = (typeof moments)[number];

/** Where a program is held. */
interface Place {
  readonly moment: Moment;
  /** The delay in ms between an established connection and the signal. */
  readonly delayMs: number;
}

/** A hold on exchanges. */
export type Hold = ReturnType<typeof holdOf>;

/** Holds the exchange of one write at one moment. */
export function holdOf() {
  let armed: { plan: Place; isRecorded: () => Promise<boolean>; reach: () => void } | undefined;
  let open = () => {};
  let opened = Promise.resolve();
  let reached: Promise<boolean> = Promise.resolve(true);
  const at = async (moment: Moment): Promise<boolean> => {
    const own = armed;
    if (own?.plan.moment !== moment || !(await own.isRecorded()) || armed !== own) return false;
    // Only the program that is stopped is held, and not those that come meanwhile.
    armed = undefined;
    own.reach();
    return true;
  };
  return {
    connecting: async () => {
      if (await at('connecting')) await opened;
    },
    established: () => {
      const { plan } = armed ?? {};
      setTimeout(() => void at('established'), plan?.delayMs ?? 0);
    },
    answered: async () => {
      if (await at('answered')) return opened;
      // Until the program was stopped, it gets no answer, with which it would end.
      if (await armed?.isRecorded()) await Promise.race([reached, opened]);
    },
    /** Resolves to true when the program reaches the moment of the plan. */
    arm: (plan: Place, isRecorded: () => Promise<boolean>): Promise<boolean> => {
      opened = new Promise((done) => {
        open = done;
      });
      reached = new Promise((done) => {
        armed = { plan, isRecorded, reach: () => done(true) };
        if (plan.moment === 'committed') void watch(armed);
      });
      return reached;
    },
    release: () => {
      armed = undefined;
      open();
    },
  };

  async function watch(own: NonNullable<typeof armed>): Promise<void> {
    while (armed === own && !(await own.isRecorded())) await pause(1);
    if (armed === own) own.reach();
  }
}
