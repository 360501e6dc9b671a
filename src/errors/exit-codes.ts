import type { Effect, Operation } from '../api/operations/operation.ts';
import type { AnyCommand } from '../cli/command.ts';

/** Every exit code and its meaning to scripts. A code is a promise: it never changes. */
export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  bug: { code: 1, meaning: 'a bug in this program' },
  usage: { code: 2, meaning: 'usage error or invalid input; nothing was sent' },
  configuration: {
    code: 3,
    meaning: 'configuration, credentials, journal or state directory unusable; nothing was sent',
  },
  signedOut: { code: 4, meaning: 'not signed in, or the token expired' },
  forbidden: { code: 5, meaning: 'not permitted' },
  notFound: { code: 6, meaning: 'not found' },
  refused: { code: 7, meaning: 'rejected by the service; not applied' },
  throttled: { code: 8, meaning: 'throttled; not applied' },
  unreachable: { code: 9, meaning: 'service unreachable or failing; running it again is safe' },
  unknown: {
    code: 10,
    meaning: 'outcome unknown: it may have been applied; run remit journal reconcile',
  },
  partly: { code: 11, meaning: 'partial failure: some items failed' },
  damaged: { code: 12, meaning: 'the response was corrupted, incomplete or not from this service' },
  unwritten: {
    code: 13,
    meaning: 'applied, but not as confirmed, or the result could not be written or recorded',
  },
  stopped: {
    code: 14,
    meaning:
      'blocked by a safety check: duplicate, expectation not met, policy limit, or you answered no',
  },
  waited: {
    code: 15,
    meaning: 'timed out waiting, or the condition of --fail-below or --exit-code is met',
  },
  interrupted: { code: 130, meaning: 'interrupted; no request has an unknown outcome' },
  terminated: { code: 143, meaning: 'terminated; no request has an unknown outcome' },
} as const;

export type ExitName = keyof typeof exitCodes;

const local: readonly ExitName[] = ['done', 'usage', 'configuration', 'unwritten', 'interrupted'];
const remote: readonly ExitName[] = [
  'done',
  'usage',
  'configuration',
  'signedOut',
  'forbidden',
  'notFound',
  'refused',
  'throttled',
  'unreachable',
  'damaged',
  'unwritten',
  'interrupted',
];
const extra: Record<Effect, readonly ExitName[]> = {
  read: [],
  set: ['unknown', 'stopped'],
  move: ['unknown', 'stopped'],
  create: ['unknown', 'stopped'],
  money: ['unknown', 'stopped'],
};

/** Returns the exit codes that a command can end with, in ascending order. */
export function exitCodesOf(spec: AnyCommand) {
  const calls: readonly Operation[] = spec.calls ?? [];
  const takesMany = Object.values(spec.args ?? {}).some(
    (arg) => (arg as { takes: string }).takes === 'many',
  );
  const names = new Set<ExitName>([
    ...(calls.length > 0 || spec.writes || spec.sends ? remote : local),
    ...(spec.writes ? extra.set : []),
    ...calls.flatMap(({ effect }) => extra[effect]),
    ...(takesMany ? (['partly'] as const) : []),
    ...(spec.extraExits ?? []),
  ]);
  return [...names].map((name) => exitCodes[name]).sort((a, b) => a.code - b.code);
}
