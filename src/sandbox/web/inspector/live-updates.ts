/** Live updates of the inspector: server-sent events that tell open pages what changed. */

import { ApiError } from '../../../api/http/api-error.ts';
import type { Engine } from '../../context/engine.ts';
import type { Reply } from '../../context/problem-details.ts';
import { readLiveMark } from './live-marks.ts';

/** Streams that can be open at once. */
const MAX_STREAMS = 64;
/**
 * The shortest interval between two polls of the database, in ms. Each poll notifies the least recently updated page, so all
 * open pages together are rendered at most twice a second.
 */
const LOOK_MS = 500;
/** A proxy would close an idle stream, and its loss would not be noticed. */
const HEARTBEAT_MS = 15_000;
/** A stream ends after half an hour; the browser opens a new one, for which its cookie is checked again. */
const MAX_HEARTBEATS = 120;
const RECONNECT_MS = 2_000;

/** Open pages of the inspector that are told about changes. */
export interface LiveUpdates {
  /** Looks for changes soon. Returns at once, and does nothing while no page is open. */
  readonly nudge: () => void;
  /**
   * Opens the stream of a page that shows the state of a mark, which is told about changes since then.
   *
   * @throws {ApiError} 503 if too many are open
   */
  readonly open: (mark: string) => Reply;
  /** Ends all streams. */
  readonly close: () => void;
}

/** An open stream. */
interface Listener {
  readonly output: ReadableStreamDefaultController<Uint8Array>;
  /** The mark that the page was told last, or was drawn with. */
  mark: string;
  heartbeats: number;
}

/** Creates the live updates of a sandbox. Their timers do not keep the process running. */
export function createLiveUpdates(engine: Engine, onFault: (fault: unknown) => void): LiveUpdates {
  const listeners = new Set<Listener>();
  let ticking: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let isStale = false;
  let isClosed = false;

  function drop(listener: Listener): void {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stopTicking();
    clearInterval(beating);
    beating = undefined;
  }

  function end(listener: Listener): void {
    drop(listener);
    listener.output.close();
  }

  function stopTicking(): void {
    clearInterval(ticking);
    ticking = undefined;
  }

  function nudge(): void {
    if (listeners.size === 0) return;
    isStale = true;
    if (ticking !== undefined) return;
    ticking = setInterval(onTick, LOOK_MS).unref();
    onTick();
  }

  function onTick(): void {
    if (isStale) look().catch(onFault);
    else stopTicking();
  }

  async function look(): Promise<void> {
    isStale = false;
    const mark = await engine.runExclusive(() => readLiveMark(engine));
    const behind = [...listeners].filter((listener) => listener.mark !== mark);
    const next = behind.find(isReady);
    isStale ||= behind.length > (next ? 1 : 0);
    if (!next) return;
    tell(next, mark);
    // The set is in the order in which pages were told.
    listeners.delete(next);
    listeners.add(next);
  }

  function beat(): void {
    for (const listener of listeners) {
      listener.heartbeats++;
      if (listener.heartbeats > MAX_HEARTBEATS) end(listener);
      else if (isReady(listener)) listener.output.enqueue(comment);
    }
  }

  function streamFrom(mark: string): ReadableStream<Uint8Array> {
    let listener: Listener;
    return new ReadableStream({
      start(output) {
        output.enqueue(opening);
        listener = { output, mark, heartbeats: 0 };
        listeners.add(listener);
        beating ??= setInterval(beat, HEARTBEAT_MS).unref();
        nudge();
      },
      cancel: () => drop(listener),
    });
  }

  return {
    nudge,
    open(mark) {
      if (!isClosed && listeners.size < MAX_STREAMS) {
        return { status: 200, headers, body: streamFrom(mark) };
      }
      throw new ApiError(503, 'too_many_streams', 'Too many pages of the inspector are open.');
    },
    close() {
      isClosed = true;
      for (const listener of listeners) end(listener);
    },
  };
}

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

// A page that reads slowly is told later, and of everything at once, so that messages never pile up.
const isReady = ({ output }: Listener): boolean => (output.desiredSize ?? 0) > 0;

function tell(listener: Listener, mark: string): void {
  listener.output.enqueue(encoded(`id: ${mark}\nevent: changed\ndata: ${mark}\n\n`));
  listener.mark = mark;
}

const encoded = (text: string) => new TextEncoder().encode(text);

const opening = encoded(`retry: ${RECONNECT_MS}\n\n`);
const comment = encoded(':\n\n');
