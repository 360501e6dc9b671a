/** A service in this process, which reaches nothing outside of it: a sandbox. */
export class InProcessService {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  /** The home directory of its clients, which need not exist: their journal is there, and not among real payments. */
  readonly home: string;

  constructor({ baseUrl, fetch, home }: Readonly<InProcessService>) {
    this.baseUrl = baseUrl;
    this.fetch = fetch;
    this.home = home;
  }
}
