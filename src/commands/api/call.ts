import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument, BadValue, option } from '../../cli/flag.ts';
import { moneyFlags } from '../../cli/money-flags.ts';
import { file } from '../../cli/values.ts';
import type { Method } from '../../contract/operation.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const call = command({
  name: 'api',
  summary: 'Call any operation of the service as it is, and print what it answers',
  about:
    'The same token, journal, questions and exit codes as the commands. -F makes the body; --input sends a file as it is.',
  writes: true,
  args: {
    method: argument('<METHOD>', METHODS.join(', '), method),
    path: argument('<path>', 'path below the base address, such as /api/businesses', path),
  },
  flags: {
    input: option('--input <file|->', 'file to send as the body', file),
    allowDuplicate: moneyFlags.allowDuplicate,
  },
  view: { kind: 'json' },
  examples: [
    'remit api GET /api/businesses',
    'remit api PATCH /api/businesses/biz_…/alias -F alias=Acme --query alias',
  ],

  async run({ context, args, flags }) {
    const known = await context.operationAt(args.method, args.path);
    const body =
      flags.input === undefined ? undefined : jsonIn(await context.text(flags.input), flags.input);
    if (known && (known.operation.irreversible || known.operation.effect === 'money')) {
      await context.confirm([`${args.method} ${args.path}`, known.operation.summary], 'Send it?');
    }
    return context.raw(
      { method: args.method, path: args.path, body, known },
      { allowDuplicate: flags.allowDuplicate },
    );
  },
});

function method(text: string): Method {
  const found = METHODS.find((it) => it === text.toUpperCase());
  if (found) return found;
  throw new BadValue(`must be one of ${METHODS.join(', ')}, not '${text}'`);
}

/** A path that stays below the base address: no host, no climbing out, no break of a line. */
function path(text: string): string {
  const [route = ''] = text.split('?', 1);
  const climbs = route.split('/').some((part) => ['.', '..'].includes(decoded(part)));
  if (/^\/[\x21-\x7e]*$/.test(text) && !text.startsWith('//') && !climbs) return text;
  throw new BadValue("must start with / and hold no '..' and no spaces");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new BadValue('is not correctly percent-encoded');
  }
}

function jsonIn(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote what may be a secret.
    throw new UsageError(`${from} is not JSON.`);
  }
}
