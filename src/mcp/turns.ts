import { setImmediate as tick } from 'node:timers/promises';

/** Work that is done one after the other. */
export interface Turns {
  /** Runs `work` when all work before it is done. */
  readonly take: <Result>(work: (pause: Pause) => Promise<Result>) => Promise<Result>;
  /** Resolves when all work is done, paused work too, and its results were handed on. */
  readonly idle: () => Promise<void>;
}

/** Lets others take their turns while `wait` runs, such as a question to a person; then waits for a new turn. */
export type Pause = <Result>(wait: () => Promise<Result>) => Promise<Result>;

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  const open = new Set<Promise<unknown>>();
  const next = async (): Promise<() => void> => {
    const before = last;
    let release = () => {};
    last = new Promise((done) => {
      release = done;
    });
    await before;
    return release;
  };

  async function run<Result>(work: (pause: Pause) => Promise<Result>): Promise<Result> {
    let release = await next();
    const pause: Pause = async (wait) => {
      release();
      try {
        return await wait();
      } finally {
        release = await next();
      }
    };
    try {
      return await work(pause);
    } finally {
      release();
    }
  }

  return {
    take(work) {
      const result = run(work);
      open.add(result);
      const done = () => open.delete(result);
      result.then(done, done);
      return result;
    },
    async idle() {
      while (open.size > 0) {
        await Promise.allSettled(open);
        await tick();
      }
    },
  };
}
