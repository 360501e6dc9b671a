import type { Host } from '../../cli/system.ts';
import { jsonText } from '../../render/json.ts';
import { plain } from '../../render/sanitize.ts';
import { configuredOutput, wantsJson } from '../output/output-format.ts';
import { failureOf, toText } from './error-report.ts';
import type { Secrets } from './secrets.ts';

/** Says on standard error what failed, as text or as the one line of JSON that scripts read, and returns the exit code. */
export async function fail(error: unknown, host: Host, { mask }: Secrets): Promise<number> {
  const failure = failureOf(error);
  const text = wantsJson(host.argv, configuredOutput(host))
    ? `${jsonText({ error: failure }, { compact: true })}\n`
    : toText(failure);
  const stack = host.argv.includes('--debug') && error instanceof Error ? stackOf(error) : '';
  await host.stderr.write(mask(`${stack}${text}`)).catch(() => {});
  return failure.exitCode;
}

/** Where it came from. Its message may be someone else's, and begins no line. */
function stackOf({ name, message, stack = '' }: Error): string {
  const frames = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .*$/gm) ?? [];
  return [`${name}: ${message}`, ...frames].map((line) => `${plain(line)}\n`).join('');
}
