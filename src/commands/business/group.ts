import { bank } from '../../api/operations/bank.ts';
import {
  type Business,
  BusinessStatus,
  BusinessType,
  business,
  type Controller,
} from '../../api/operations/business.ts';
import { link } from '../../api/operations/link.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import {
  argument,
  choice,
  option,
  optionalArgument,
  requiredChoice,
  requiredOption,
  withGroup,
} from '../../cli/flags/flag.ts';
import {
  country,
  date,
  ein,
  file,
  reference,
  state,
  words,
  zipCode,
} from '../../cli/flags/value-parsers.ts';
import { chooseFilters } from '../../cli/list/choose-filters.ts';
import { fieldFilter, filterFlags } from '../../cli/list/record-filter.ts';
import { selectRecords } from '../../cli/list/select-records.ts';
import { UsageError } from '../../money/errors.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { addressOf } from './address.ts';
import { withdraw } from './withdraw.ts';

const businessColumns = columns(
  'id #1',
  'name #2',
  'alias #4',
  'businessType #5',
  'status:state #3',
  'createdAt:time #6',
);

const balanceColumns = columns(
  'businessId',
  'available:money',
  'pending:money',
  'withdrawing:money',
  'total:money',
  'asOf:time',
);

const logoColumns = columns('logoUrl', 'contentType', 'size:number', 'updatedAt:time');

const listFilters = {
  status: fieldFilter<Business, BusinessStatus | undefined>(
    'status',
    choice('--status <state>', 'status', BusinessStatus.options),
  ),
};

const list = command({
  name: 'list',
  summary: 'List the businesses of the account',
  calls: [business.list],
  flags: filterFlags(listFilters),
  shows: 'business',
  view: listOf(businessColumns, 'No businesses.'),
  examples: {
    'List all businesses': 'remit business list',
    'Export the verified ones as CSV': 'remit business list --status verified --csv',
  },

  run: ({ context, flags }) =>
    selectRecords(
      context,
      context.records<Business>(business.list, {}),
      chooseFilters(listFilters, flags),
    ),
});

const get = command({
  name: 'get',
  summary: 'Show one business',
  about:
    'A table has all that the service says, in sections, with the balance, the pay-me link and the default bank account; every other format has the record.',
  calls: [business.get, business.balance, link.payMe, bank.list],
  args: { business: optionalArgument('[business]', 'business to show', reference) },
  shows: 'business',
  view: recordOf(businessColumns),
  examples: {
    'Show the business of the profile': 'remit business get',
    'Print a business as JSON': 'remit business get biz_… --json',
  },

  run: ({ context, args }) =>
    context.call(business.get, { params: { businessId: context.business(args.business) } }),

  sections: async ({ context, record }) =>
    (await import('./business-sections.ts')).businessSections(context, record),
});

const businessFlags = {
  name: requiredOption('--name <name>', 'name of the business, as registered', words),
  type: requiredChoice('--type <type>', 'type of the business', BusinessType.options),
  ...withGroup('Address', {
    street: requiredOption('--street <street>', 'street and number', words),
    city: requiredOption('--city <city>', 'city', words),
    state: requiredOption('--state <state>', 'state, two letters', state),
    zip: requiredOption('--zip <zip>', 'ZIP code', zipCode),
    country: option('--country <country>', 'country (default US)', country),
  }),
  ein: option('--ein <ein>', 'employer identification number; verification needs it', ein),
};

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
  controllerState: option('--controller-state <state>', 'state, two letters', state),
  controllerZip: option('--controller-zip <zip>', 'ZIP code', zipCode),
});

const create = command({
  name: 'create',
  summary: 'Register a full business, which sends and receives payments',
  about:
    'The service verifies a business by its EIN and its controller, and has no operation to add them later. A terminal asks for them.',
  calls: [business.create],
  writes: true,
  asks: true,
  flags: { ...businessFlags, ...controllerFlags },
  view: recordOf(businessColumns),
  examples: {
    'Register a company by its EIN':
      'remit business create --name "Acme Hotels LLC" --type llc --street "1 Main St" --city Austin --state TX --zip 78701 --ein 12-3456789',
    'Add the person who controls it, and print JSON':
      'remit business create --name "Acme Hotels LLC" --type llc --street "1 Main St" --city Austin --state TX --zip 78701 --ein 12-3456789 --controller-first-name Ann --controller-last-name Lee --controller-dob 1980-02-29 --controller-ssn-file ssn.txt --json',
  },

  async run({ context, flags }) {
    const { askForVerification, tellMissing } = await import('./verification.ts');
    const facts = { ...flags, ...(await askForVerification(context, flags)) };
    const controller = await controllerOf(facts, context);
    const made = await context.call(business.create, {
      body: {
        name: flags.name,
        businessType: flags.type,
        address: addressOf(flags),
        ...(facts.ein !== undefined && { taxInfo: { ein: facts.ein } }),
        ...(controller && { controller }),
      },
    });
    tellMissing(context, made, facts);
    return made;
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
  const names = Object.keys(controllerFlags) as (keyof ControllerInput)[];
  if (names.every((name) => flags[name] === undefined)) return undefined;
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
        ? await (await import('./verification.ts')).askForSsn(context)
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

const createBasic = command({
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
  examples: {
    'Register a sole proprietor by EIN':
      'remit business create-basic --name "Corner Bakery" --type soleProprietorship --street "9 Elm St" --city Waco --state TX --zip 76701 --ein 98-7654321',
    'Register by a social security number in a file':
      'remit business create-basic --name "Corner Bakery" --type soleProprietorship --street "9 Elm St" --city Waco --state TX --zip 76701 --ssn-file ssn.txt --json',
  },

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

const setAlias = command({
  name: 'set-alias',
  summary: 'Set the name that connected businesses see',
  calls: [business.setAlias],
  writes: true,
  args: {
    business: argument('<business>', 'business to change', reference),
    alias: argument('<alias>', 'alias to show', words),
  },
  view: recordOf(businessColumns),
  examples: {
    'Set an alias': 'remit business set-alias biz_… "Acme"',
    'Set it in a script': 'remit business set-alias biz_… "Acme" --json',
  },

  run: ({ context, args }) =>
    context.call(business.setAlias, {
      params: { businessId: context.business(args.business) },
      body: { alias: args.alias },
    }),
});

const setLogo = command({
  name: 'set-logo',
  summary: 'Upload the logo of a business',
  about: 'PNG, JPEG, WEBP or GIF. It replaces the current logo; payers without an account see it.',
  calls: [business.setLogo],
  writes: true,
  args: {
    business: argument('<business>', 'business to change', reference),
    image: argument('<image>', 'image file, or - for standard input', file),
  },
  view: recordOf(logoColumns),
  examples: {
    'Upload a logo': 'remit business set-logo biz_… logo.png',
    'Upload it in a script': 'remit business set-logo biz_… logo.png --json',
  },

  run: async ({ context, args }) =>
    context.call(business.setLogo, {
      params: { businessId: context.business(args.business) },
      body: { file: await context.files.readFile(args.image) },
    }),
});

const removeLogo = command({
  name: 'remove-logo',
  summary: 'Remove the logo of a business',
  calls: [business.removeLogo],
  writes: true,
  args: { business: argument('<business>', 'business to change', reference) },
  view: recordOf(logoColumns),
  examples: {
    'Remove the logo': 'remit business remove-logo biz_…',
    'Remove it in a script, without a prompt': 'remit business remove-logo biz_… --yes --json',
  },

  async run({ context, args }) {
    const businessId = context.business(args.business);
    await context.confirm([`Remove the logo of business ${businessId}.`], 'Remove it?');
    return context.call(business.removeLogo, { params: { businessId } });
  },
});

const balance = command({
  name: 'balance',
  summary: 'Show the available balance of a business, and what is in transit',
  calls: [business.balance],
  args: { business: optionalArgument('[business]', 'business to show', reference) },
  view: recordOf(balanceColumns),
  examples: {
    'Show what is available and what is in transit': 'remit business balance',
    'Print only the available amount': 'remit business balance --json --query available',
  },

  run: ({ context, args }) =>
    context.call(business.balance, { params: { businessId: context.business(args.business) } }),
});

export const commands = [
  list,
  get,
  create,
  createBasic,
  setAlias,
  setLogo,
  removeLogo,
  balance,
  withdraw,
];
