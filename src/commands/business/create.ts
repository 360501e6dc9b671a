import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { option, withGroup } from '../../cli/flags/flag.ts';
import { date, file, words } from '../../cli/flags/value-parsers.ts';
import { business, type Controller } from '../../contract/business.ts';
import { recordOf } from '../../render/view.ts';
import { businessColumns } from './columns.ts';
import { addressOf, businessFlags } from './flags.ts';

const controllerFlags = withGroup('Controller (controls the business; for verification)', {
  firstName: option('--controller-first-name <name>', 'first name', words),
  lastName: option('--controller-last-name <name>', 'last name', words),
  dob: option('--controller-dob <date>', 'date of birth, YYYY-MM-DD', date),
  ssnFile: option(
    '--controller-ssn-file <file|->',
    'file containing the social security number',
    file,
  ),
  controllerStreet: option(
    '--controller-street <street>',
    'street (default: that of the business)',
    words,
  ),
  controllerCity: option('--controller-city <city>', 'city', words),
  controllerState: option('--controller-state <state>', 'state, two letters', words),
  controllerZip: option('--controller-zip <zip>', 'ZIP code', words),
});

export const create = command({
  name: 'create',
  summary: 'Register a full business, which sends and receives payments',
  calls: [business.create],
  writes: true,
  flags: { ...businessFlags, ...controllerFlags },
  view: recordOf(businessColumns),
  examples: [
    'remit business create --name "Acme Hotels LLC" --type llc --street "1 Main St" --city Austin --state TX --zip 78701 --ein 12-3456789',
    'remit business create --name "Acme Hotels LLC" --type llc --street "1 Main St" --city Austin --state TX --zip 78701 --ein 12-3456789 --controller-first-name Ann --controller-last-name Lee --controller-dob 1980-02-29 --controller-ssn-file ssn.txt --json',
  ],

  async run({ context, flags }) {
    const controller = await controllerOf(flags, context);
    return context.call(business.create, {
      body: {
        name: flags.name,
        businessType: flags.type,
        address: addressOf(flags),
        ...(flags.ein !== undefined && { taxInfo: { ein: flags.ein } }),
        ...(controller && { controller }),
      },
    });
  },
});

type ControllerInput = { [Name in keyof typeof controllerFlags]: string | undefined } & Parameters<
  typeof addressOf
>[0];

/**
 * Returns the controller, who must be complete to be verified, or `undefined` if no flag of the controller is given.
 *
 * @throws {UsageError} if required flags are missing.
 */
async function controllerOf(
  flags: ControllerInput,
  context: Context,
): Promise<Controller | undefined> {
  const { firstName, lastName, dob, ssnFile } = flags;
  const hasController = Object.keys(controllerFlags).some(
    (name) => flags[name as keyof ControllerInput] !== undefined,
  );
  if (!hasController) return undefined;
  if (firstName === undefined || lastName === undefined || dob === undefined) {
    throw new UsageError(
      'A controller requires --controller-first-name, --controller-last-name, --controller-dob and --controller-ssn-file.',
    );
  }
  const address = addressOf(flags);
  return {
    firstName,
    lastName,
    dateOfBirth: dob,
    ssn:
      ssnFile === undefined
        ? await context.prompt.secret(
            {
              label: 'Social security number of the controller',
              flag: '--controller-ssn-file <file|->',
            },
            (text) =>
              /^(\d{9}|\d{3}-\d{2}-\d{4})$/.test(text.trim())
                ? undefined
                : 'It must be nine digits.',
          )
        : await context.files.readSecret(ssnFile),
    address: {
      street: flags.controllerStreet ?? address.street,
      city: flags.controllerCity ?? address.city,
      state: flags.controllerState ?? address.state,
      zip: flags.controllerZip ?? address.zip,
      country: address.country,
    },
  };
}
