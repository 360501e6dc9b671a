import type { Reader } from './handler-context.ts';

/** Reads on; undefined after the last part. */
export type NextPart = (reader: Reader) => Promise<string | undefined>;

/** A file that is too long to be held whole: how it begins, and how it goes on, each part in a turn of its own. */
export class LongFile {
  readonly beginning: string;
  readonly next: NextPart;

  constructor(beginning: string, next: NextPart) {
    this.beginning = beginning;
    this.next = next;
  }
}
