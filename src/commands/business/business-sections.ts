import { type Business, business } from '../../api/operations/business.ts';
import { link } from '../../api/operations/link.ts';
import type { Context } from '../../cli/context.ts';
import { payMeFields } from '../../cli/link-fields.ts';
import { nextLine } from '../../cli/next-line.ts';
import { allBanks, describeBank } from '../../money/gate/funding-source.ts';
import { otherSection, type Section, sectionFields } from '../../render/sections.ts';
import { readOptional } from '../../runtime/read-optional.ts';

/** Returns all that is known about a business, in sections; reads its balance, its pay-me link and its bank accounts. */
export async function businessSections(
  context: Context,
  it: Business,
): Promise<readonly Section[]> {
  const params = { businessId: it.id };
  const [balance, payMe, banks] = await Promise.all([
    readOptional(context, 'The balance', () => context.call(business.balance, { params })),
    readOptional(context, 'The pay-me link', () => context.call(link.payMe, { params })),
    readOptional(context, 'The name of the default bank account', () => allBanks(context)),
  ]);
  const { verification, address, controller } = it;
  const missing = verification?.requiredActions ?? [];
  return [
    {
      title: 'Business',
      fields: sectionFields(
        it,
        'name',
        'alias',
        'id',
        'businessType=Legal form',
        'type=Registered as',
        'status:state',
        'createdAt:time=Created',
        'updatedAt:time=Updated',
      ),
    },
    { title: 'Still required for verification', lines: missing.map(inWords) },
    { title: 'Address', lines: addressLines(address) },
    { title: 'Tax', fields: taxFields(it) },
    {
      title: 'Controller',
      fields: [
        { label: 'Name', kind: 'text', value: nameOf(controller) },
        ...sectionFields(controller ?? {}, 'dateOfBirth:date'),
        { label: 'SSN', kind: 'text', value: maskedNumber(controller, 'ssn') },
        { label: 'Address', kind: 'text', value: addressLines(controller?.address).join(', ') },
      ],
    },
    {
      title: 'Can',
      fields: sectionFields(
        it,
        'capabilities.send:boolean=Send',
        'capabilities.receive:boolean=Receive',
      ),
    },
    { title: 'Default bank account', lines: defaultAccount(it, banks) },
    {
      title: 'Balance',
      fields: sectionFields(
        balance ?? {},
        'available:money=Can be withdrawn',
        'pending:money=Coming in',
        'withdrawing:money=Being withdrawn',
        'total:money',
        'asOf:time=As of',
      ),
    },
    {
      title: 'Pay-me link',
      fields: sectionFields(
        payMe ?? {},
        ...payMeFields.filter((it) => !it.startsWith('businessId')),
      ),
    },
    {
      title: 'Public invite link',
      fields: sectionFields(
        it,
        'publicInvite.enabled:boolean=Enabled',
        'publicInvite.requireApproval:boolean=Requires approval',
        'publicInvite.url=URL',
      ),
    },
    otherSection(
      it,
      verification?.status === it.status ? [...SHOWN, 'verification.status'] : SHOWN,
    ),
    {
      title: 'Next',
      commands:
        missing.length > 0
          ? [nextLine(`remit wait business ${it.id} --for verified`, context.system.argv)]
          : [],
    },
  ];
}

const SHOWN = [
  ...['id', 'businessId', 'name', 'alias', 'businessType', 'type', 'status', 'createdAt'],
  ...['updatedAt', 'address', 'defaultFundingSourceId', 'verification.requiredActions'],
  ...['ein', 'einLast4', 'ssn', 'ssnLast4', 'tinStatus'].map((name) => `taxInfo.${name}`),
  ...['firstName', 'lastName', 'dateOfBirth', 'ssn', 'ssnLast4', 'address'].map(
    (name) => `controller.${name}`,
  ),
  ...['capabilities.send', 'capabilities.receive'],
  ...['enabled', 'requireApproval', 'url', 'token'].map((name) => `publicInvite.${name}`),
];

/** Returns a required action in words: `provide_controller` is `provide controller`. */
const inWords = (action: string): string => action.replaceAll('_', ' ');

const nameOf = (person: Business['controller']): string =>
  [person?.firstName, person?.lastName].filter(Boolean).join(' ');

/** Returns the lines of an address: street; city, state and zip; country. */
const addressLines = (address: Business['address']): readonly string[] => {
  const { street, city, state, zip, country } = address ?? {};
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [street, place, country].filter((line): line is string => Boolean(line));
};

const taxFields = ({ taxInfo }: Business) => [
  { label: 'EIN', kind: 'text' as const, value: maskedNumber(taxInfo, 'ein') },
  { label: 'SSN', kind: 'text' as const, value: maskedNumber(taxInfo, 'ssn') },
  ...sectionFields(taxInfo ?? {}, 'tinStatus:state=Verification'),
];

/**
 * Returns the last four digits of a number that identifies a person or a business, `···6789`: as a service masks it
 * (`einLast4`), or of the number itself. `undefined` if the record has neither.
 */
function maskedNumber(
  record: Readonly<Record<string, unknown>> | null | undefined,
  name: 'ein' | 'ssn',
): string | undefined {
  const sent = record?.[`${name}Last4`] ?? record?.[name];
  if (typeof sent !== 'string' || sent === '') return undefined;
  const digits = sent.replaceAll(/\D/g, '');
  return `···${digits.length < 4 ? '' : digits.slice(-4)}`;
}

/** Returns the default bank account in words, or its id. */
function defaultAccount(
  { id, defaultFundingSourceId }: Business,
  banks: Awaited<ReturnType<typeof allBanks>> | undefined,
): readonly string[] {
  const account = banks?.find(
    (it) => it.id === defaultFundingSourceId || (it.isDefault && it.businessId === id),
  );
  if (account)
    return [
      `${describeBank(account)} (${account.id})${account.status ? `, ${account.status}` : ''}`,
    ];
  return defaultFundingSourceId ? [defaultFundingSourceId] : [];
}
