import { business } from '../../api/operations/business.ts';
import { user } from '../../api/operations/sign-in.ts';
import { command } from '../../cli/command.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { ConditionError } from '../../money/errors.ts';
import { columns, recordOfRows } from '../../render/view.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'doctor',
  summary: 'Check configuration, credentials and connectivity',
  about: [
    'Checks directories, files, settings, the token, the journal, the sandbox and the terminal; with --network also the service.',
    'Changes nothing, works with a broken configuration, and shows no secrets.',
    'The only genuine remit is from the releases of its repository or a clone of it; npm has no package of it.',
  ].join('\n'),
  calls: [user.profile, business.get],
  flags: {
    network: toggle('--network', 'also check the service: DNS, connection, responses, clock'),
  },
  view: recordOfRows('checks', columns('name', 'status:state', 'detail:below', 'next:below')),
  examples: {
    'Check this machine': 'remit doctor',
    'Check the network too, and print JSON': 'remit doctor --network --json',
  },

  async run({ context, flags }) {
    const { checks, failure } = await (await import('./run-checks.ts')).runDoctorChecks(
      context,
      flags,
    );
    const record = { ok: failure === null, checks };
    if (failure === null) return record;
    const failed = checks.filter(({ status }) => status === 'failed');
    const names = failed.map(({ name }) => name).join(', ');
    throw new ConditionError(failure, 'not_well', `Checks failed: ${names}.`, {
      next: failed.flatMap(({ next }) => (next === null ? [] : [next])),
      record,
    });
  },
});
