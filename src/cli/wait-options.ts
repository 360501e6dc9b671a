/** Waits for a browser to come back to `url` with an answer in its query. */
export interface RedirectListener {
  readonly url: string;
  /** The query of the first visit that is `wanted`; others are refused. Throws `ConditionError` when nobody came in time. */
  readonly visit: (
    wanted: (query: URLSearchParams) => boolean,
    patience: WaitOptions,
  ) => Promise<URLSearchParams>;
}

/** How long to wait, and what to say when it was in vain. */
export interface WaitOptions {
  readonly seconds: number;
  readonly message: string;
  readonly next: readonly string[];
}
