import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument, option, requiredChoice } from '../../cli/flags/flag.ts';
import { file, id, words } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

const steps = ['verify', 'suspend', 'reinstate', 'complete'] as const;

const missingFlags = {
  ein: option('--ein <ein>', 'for complete: the missing tax id', words),
  ssnFile: option(
    '--ssn-file <file|->',
    'for complete: file containing a social security number',
    file,
  ),
  controllerFile: option(
    '--controller-file <json|->',
    'for complete: JSON file of the controller, as in the API',
    file,
  ),
};

export const business = command({
  name: 'business',
  summary: 'Verify, suspend or reinstate a business, or complete its review',
  args: {
    business: argument('<business>', 'business', id),
    step: requiredChoice('<step>', steps.join(', '), steps),
  },
  flags: { ...dataFlag, ...missingFlags },
  view: recordOf(columns('id', 'name', 'status:state', 'verification.requiredActions:json')),
  examples: [
    'remit sandbox business biz_… verify',
    'remit sandbox business biz_… complete --ein 12-3456789 --json',
  ],

  async run({ context, args: { business: businessId, step }, flags: { data, ...stepFlags } }) {
    const body = await missingOf(stepFlags, context);
    if ((step === 'complete') !== Object.keys(body).length > 0) {
      throw new UsageError(
        '--ein, --ssn-file and --controller-file require complete, and vice versa.',
      );
    }
    const { call } = await controlOf(context, data);
    const params = { id: businessId };
    return step === 'complete'
      ? call(controls.completeVerification, { params, body })
      : call(controls.businessSteps[step], { params });
  },
});

interface StepFlags {
  readonly ein: string | undefined;
  readonly ssnFile: string | undefined;
  readonly controllerFile: string | undefined;
}

async function missingOf({ ein, ssnFile, controllerFile }: StepFlags, context: Context) {
  const ssn = ssnFile && (await context.files.readSecret(ssnFile));
  return {
    ...((ein !== undefined || ssn !== undefined) && { taxInfo: { ein, ssn } }),
    ...(controllerFile !== undefined && {
      controller: parsed(await context.files.readText(controllerFile)),
    }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('--controller-file is not JSON.');
  }
}
