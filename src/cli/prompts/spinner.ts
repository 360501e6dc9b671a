import { configuredOutput } from '../../config/resolve-settings.ts';
import { sanitize } from '../../render/sanitize.ts';
import type { View } from '../../render/view.ts';
import type { Context } from '../context.ts';
import type { Globals } from '../flags/global-flags.ts';
import { isUtf8, mayOverwrite, wantsJson } from '../output-format.ts';
import type { System, SystemOutput } from '../system.ts';

/** Time without output before the spinner appears: a shorter wait worries nobody. */
const DELAY_MS = 500;
const FRAME_MS = 100;

/** A `System` that shows a spinner on stderr until the first output. */
export interface SpinnerSystem {
  readonly system: System;
  /** Removes the spinner for good. */
  readonly end: () => void;
}

/**
 * Adds a spinner to a `System`, if stderr is a terminal that can move its cursor. It is never drawn below an unfinished
 * line.
 */
export function withSpinner(system: System, globals: Globals, view: View): SpinnerSystem {
  const { stderr, stdout, stdin } = system;
  const lasts = view.kind === 'text' && view.lasts === true;
  if (globals.quiet || lasts || !mayOverwrite(system, globals)) return { system, end: () => {} };
  const spinner = new Spinner(stderr, system);
  spinner.begin();
  return {
    system: {
      ...system,
      stderr: { ...stderr, write: (chunk) => spinner.around(chunk, stderr) },
      stdout: {
        ...stdout,
        write(chunk) {
          spinner.end();
          return stdout.write(chunk);
        },
      },
      stdin: {
        get isTTY() {
          return stdin.isTTY;
        },
        async *read(until) {
          spinner.pause();
          try {
            yield* stdin.read(until);
          } finally {
            spinner.resume();
          }
        },
        keyboard: {
          ...stdin.keyboard,
          async ask(question) {
            spinner.pause();
            try {
              return await stdin.keyboard.ask(question);
            } finally {
              spinner.resume();
            }
          },
          async lend(work) {
            spinner.pause();
            try {
              return await stdin.keyboard.lend(work);
            } finally {
              spinner.resume();
            }
          },
        },
      },
    },
    end: () => spinner.end(),
  };
}

class Spinner {
  readonly #stderr: SystemOutput;
  readonly #system: System;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #frame = 0;
  #isShown = false;
  #isStopped = false;
  #isPaused = false;

  constructor(stderr: SystemOutput, system: System) {
    this.#stderr = stderr;
    this.#system = system;
  }

  /** Shows the spinner after a while without output. */
  begin(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || this.#isPaused) return;
    this.#timer = setTimeout(() => this.#show(), DELAY_MS);
    this.#timer.unref();
  }

  hide(): void {
    clearTimeout(this.#timer);
    if (this.#isShown) void this.#stderr.write('\r\u001b[K');
    this.#isShown = false;
  }

  /** Hides the spinner while a person is prompted. */
  pause(): void {
    this.hide();
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.begin();
  }

  end(): void {
    this.hide();
    this.#isStopped = true;
  }

  /** Hides the spinner for a write. After an unfinished line it stays hidden. */
  around(chunk: string | Uint8Array, output: SystemOutput): Promise<void> {
    this.hide();
    if (String(chunk).endsWith('\n')) this.begin();
    return output.write(chunk);
  }

  #show(): void {
    if (!this.#isShown && wantsJson(this.#system.argv, configuredOutput(this.#system))) return;
    this.#isShown = true;
    const frames = framesIn(this.#system.env);
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    const frame = frames[this.#frame++ % frames.length];
    void this.#stderr.write(`\r\u001b[K${frame} working, ${seconds} s`);
    this.#timer = setTimeout(() => this.#show(), FRAME_MS);
    this.#timer.unref();
  }
}

/** Returns the frames: Braille dots if the locale is UTF-8. */
const framesIn = (env: System['env']): readonly string[] => [
  ...(isUtf8(env) ? '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏' : '|/-\\'),
];

/** Creates a progress display: one line that is overwritten if `isLive`, otherwise plain lines; nothing if `isQuiet`. */
export function createProgress(
  { stderr }: System,
  isLive: boolean,
  isQuiet: () => boolean,
): Context['progress'] {
  let isOpen = false;
  return {
    isLive,
    columns: () => stderr.columns ?? 80,
    show(line) {
      if (isQuiet()) return;
      void stderr.write(isLive ? `\r\u001b[K${sanitize(line)}` : `${sanitize(line)}\n`);
      isOpen = isLive;
    },
    end() {
      if (isOpen) void stderr.write('\n');
      isOpen = false;
    },
  };
}
