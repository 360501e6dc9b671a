/** A service in this process, which reaches nothing outside of it: a sandbox. */
export interface InProcessService {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  /** The home directory of its clients, which need not exist: their journal is there, and not among real payments. */
  readonly home: string;
}

/** Marks such services, also between two copies of this code: the package has one for the sandbox, one for the client. */
const mark = Symbol.for('remit.in-process-service');

/** Marks a service as one of this process. */
export const asInProcess = (service: InProcessService): InProcessService =>
  Object.assign(service, { [mark]: true });

/** Reports whether a value is a service of this process. */
export const isInProcess = (value: object): value is InProcessService => mark in value;
