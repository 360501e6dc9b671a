import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import type { Globals } from '../../cli/flags/global-flags.ts';
import { withScopedSignals } from '../../cli/scoped-signals.ts';
import type { System } from '../../cli/system.ts';
import type { ResolvedSettings } from '../../config/resolve-settings.ts';
import type { CommandRun } from '../../program/command-scope.ts';
import type { ParsedCommandLine } from '../../program/line/parse.ts';

interface Parts {
  readonly host: System;
  readonly globals: Globals;
  readonly settings: () => ResolvedSettings;
  readonly open: (typed: ParsedCommandLine, host: System) => CommandRun;
}

/** `context.serveTools`, whose code and library are loaded when tools are served. */
export const createTools = ({ host, globals, settings, open }: Parts): Context['serveTools'] =>
  async function* ({ allowWrites }) {
    if (globals.tokenFile === '-') {
      throw new UsageError(
        'Standard input carries the protocol: the token cannot be read from it.',
        {
          problems: [{ field: 'token-file', message: 'cannot be -' }],
        },
      );
    }
    const { serveTools } = await import('./server.ts');
    // Which profile is the current one may change while it serves: it goes on with the one it was started with.
    const own = { ...globals, profile: settings().profile ?? globals.profile };
    const typed = { args: {}, flags: {}, globals: own, write: undefined };
    yield* serveTools({
      host,
      allowWrites,
      open: () => released(host, (it) => open(typed, it)),
    });
  };

/** A run whose listeners go with it. */
function released(host: System, open: (host: System) => CommandRun): CommandRun {
  const own = withScopedSignals(host);
  const run = open(own.host);
  return { ...run, close: () => run.close().finally(own.release) };
}
