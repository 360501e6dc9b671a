import type { Globals } from '../../cli/flags/global-flags.ts';
import { wantsJson } from '../../cli/output-format.ts';
import type { System, SystemOutput } from '../../cli/system.ts';
import { configuredOutput } from '../../config/load-settings.ts';
import type { View } from '../../render/view.ts';

/** Sooner nobody wonders whether something happens. */
const PATIENCE_MS = 500;
const FRAME_MS = 100;

/** A host on whose terminal something moves while nothing is printed, until the result comes. */
export interface SpinnerSystem {
  readonly host: System;
  /** Nothing moves any more, and nothing is left of it. */
  readonly end: () => void;
}

/** Only for a person at a terminal that can move back, and never below a line that is being written. */
export function withSpinner(host: System, globals: Globals, view: View): SpinnerSystem {
  const { stderr, stdout, stdin, env } = host;
  const lasts = view.kind === 'text' && view.lasts === true;
  if (!stderr.isTTY || globals.quiet || lasts || env['TERM'] === 'dumb') {
    return { host, end: () => {} };
  }
  const spinner = new Spinner(stderr, host);
  spinner.begin();
  return {
    host: {
      ...host,
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
          spinner.rest();
          try {
            yield* stdin.read(until);
          } finally {
            spinner.wake();
          }
        },
        keyboard: {
          ...stdin.keyboard,
          async ask(question) {
            spinner.rest();
            try {
              return await stdin.keyboard.ask(question);
            } finally {
              spinner.wake();
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
  readonly #host: System;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #frame = 0;
  #isShown = false;
  #isOver = false;
  #isResting = false;

  constructor(stderr: SystemOutput, host: System) {
    this.#stderr = stderr;
    this.#host = host;
  }

  /** Waits for a while before it shows itself. */
  begin(): void {
    clearTimeout(this.#timer);
    if (this.#isOver || this.#isResting) return;
    this.#timer = setTimeout(() => this.#show(), PATIENCE_MS);
    this.#timer.unref();
  }

  hide(): void {
    clearTimeout(this.#timer);
    if (this.#isShown) void this.#stderr.write('\r\u001b[K').catch(() => {});
    this.#isShown = false;
  }

  /** Someone is asked, and the screen is theirs until they answered. */
  rest(): void {
    this.hide();
    this.#isResting = true;
  }

  wake(): void {
    this.#isResting = false;
    this.begin();
  }

  end(): void {
    this.hide();
    this.#isOver = true;
  }

  /** Makes room for what is written. A line that is not ended yet belongs to who began it. */
  around(chunk: string | Uint8Array, output: SystemOutput): Promise<void> {
    this.hide();
    if (String(chunk).endsWith('\n')) this.begin();
    return output.write(chunk);
  }

  #show(): void {
    if (!this.#isShown && wantsJson(this.#host.argv, configuredOutput(this.#host))) return;
    this.#isShown = true;
    const frames = framesIn(this.#host.env);
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    const frame = frames[this.#frame++ % frames.length];
    void this.#stderr.write(`\r\u001b[K${frame} working, ${seconds} s`).catch(() => {});
    this.#timer = setTimeout(() => this.#show(), FRAME_MS);
    this.#timer.unref();
  }
}

/** Dots where the terminal can show them. */
const framesIn = ({ LC_ALL, LC_CTYPE, LANG }: System['env']): readonly string[] =>
  /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '') ? [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'] : [...'|/-\\'];
