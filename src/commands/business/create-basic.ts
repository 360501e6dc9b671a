import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { option } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { business } from '../../contract/business.ts';
import { recordOf } from '../../render/view.ts';
import { businessColumns } from './columns.ts';
import { addressOf, businessFlags } from './flags.ts';

export const createBasic = command({
  name: 'create-basic',
  summary: 'Register a basic business, which only receives payments',
  calls: [business.createBasic],
  writes: true,
  flags: {
    ...businessFlags,
    ssnFile: option(
      '--ssn-file <file|->',
      'file containing a social security number, instead of --ein',
      file,
    ),
  },
  view: recordOf(businessColumns),
  examples: [
    'remit business create-basic --name "Corner Bakery" --type soleProprietorship --street "9 Elm St" --city Waco --state TX --zip 76701 --ein 98-7654321',
    'remit business create-basic --name "Corner Bakery" --type soleProprietorship --street "9 Elm St" --city Waco --state TX --zip 76701 --ssn-file ssn.txt --json',
  ],

  async run({ context, flags }) {
    if (flags.ein !== undefined && flags.ssnFile !== undefined) {
      throw new UsageError('Use --ein or --ssn-file, not both.');
    }
    const ssn =
      flags.ssnFile === undefined ? undefined : await context.files.readSecret(flags.ssnFile);
    const taxInfo = {
      ...(flags.ein !== undefined && { ein: flags.ein }),
      ...(ssn !== undefined && { ssn }),
    };
    return context.call(business.createBasic, {
      body: {
        name: flags.name,
        businessType: flags.type,
        address: addressOf(flags),
        ...(Object.keys(taxInfo).length > 0 && { taxInfo }),
      },
    });
  },
});
