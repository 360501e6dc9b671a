import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { invite } from '../../contract/invite.ts';
import { columns, recordOf } from '../../render/view.ts';

export const publicLink = command({
  name: 'public',
  summary: 'Enable or disable the public invite link',
  about:
    'Anyone with the link can connect to the business; with approval required, each connection waits for remit invite accept.',
  calls: [invite.publicSettings],
  writes: true,
  flags: {
    enable: toggle('--enable', 'enable the link'),
    disable: toggle('--disable', 'disable the link: its URL stops working'),
    requireApproval: toggle('--require-approval', 'connections need your approval'),
    freely: toggle('--no-require-approval', 'connections are approved automatically'),
  },
  view: recordOf(columns('enabled', 'requireApproval', 'url')),
  examples: [
    'remit invite public --enable --require-approval',
    'remit invite public --disable --json',
  ],

  run({ context, flags: { enable, disable, requireApproval, freely: withoutApproval } }) {
    const enabled = oneOf({ '--enable': enable, '--disable': disable });
    if (enabled === undefined) throw new UsageError('--enable or --disable is required.');
    const approval = oneOf({
      '--require-approval': requireApproval,
      '--no-require-approval': withoutApproval,
    });
    return context.call(invite.publicSettings, {
      params: { businessId: context.business() },
      body: { enabled, ...(approval !== undefined && { requireApproval: approval }) },
    });
  },
});

/**
 * Returns `true` if the first flag of a pair is given, `false` for the second, `undefined` for neither.
 *
 * @throws {UsageError} for both.
 */
function oneOf(pair: Readonly<Record<string, boolean>>): boolean | undefined {
  const [first, second] = Object.values(pair);
  if (first && second)
    throw new UsageError(`${Object.keys(pair).join(' and ')} cannot be used together.`);
  return first ? true : second ? false : undefined;
}
