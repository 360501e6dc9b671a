import { wantsJson } from '../cli/output-format.ts';
import type { System } from '../cli/system.ts';
import type { ErrorReport } from '../errors/error-report.ts';
import { exitCodes } from '../errors/exit-codes.ts';

/**
 * Reports on stderr that the process ends before its command did, which only a bug causes: a promise that nothing
 * settles, or an error outside of all that is awaited. Returns the exit code: 10 if a request has an unknown outcome,
 * else 1.
 *
 * The process is ending, so that nothing can be loaded or awaited here.
 */
export function reportEndedEarly({ argv, stderr, pendingIntents }: System): number {
  const [intentId = null] = pendingIntents;
  const isUnknown = intentId !== null;
  const report: ErrorReport = {
    exitCode: exitCodes[isUnknown ? 'unknown' : 'bug'].code,
    code: 'ended_early',
    message: `The program ended before the command did. This is a bug in remit.${
      isUnknown
        ? ` The outcome of ${intentId} is unknown: it may have been applied. Do not run the command again until it is resolved.`
        : ''
    }`,
    ...{ status: null, requestId: null, intentId, outcome: isUnknown ? 'unknown' : null },
    ...{ retryable: false, fields: [] },
    next: isUnknown
      ? [`remit journal reconcile ${intentId}`]
      : ['remit journal list shows what was sent', 'report it with the output of --debug'],
  };
  const { message, next } = report;
  const text = wantsJson(argv, undefined)
    ? JSON.stringify({ error: report })
    : [`remit: ${message}`, ...next.map((line) => `  next: ${line}`)].join('\n');
  void stderr.write(`${text}\n`).catch(() => {});
  return report.exitCode;
}
