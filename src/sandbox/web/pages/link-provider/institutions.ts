import { achReturnCodes } from '../../../../contract/ach/return-codes.ts';
import type { ProviderAccount } from '../../../control/link-provider.ts';

/** A made-up bank, and the accounts that every user has there. */
export interface Institution {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly accounts: readonly OfferedAccount[];
}

/** A bank account to choose. */
export interface OfferedAccount extends Pick<ProviderAccount, 'name' | 'type' | 'mask'> {
  /** The effect on payments from it, unless they simply succeed. */
  readonly about?: string;
}

/** All institutions. */
export const institutions: readonly Institution[] = [
  {
    id: 'first-example',
    name: 'First Example Bank',
    about: 'Checking and savings',
    accounts: [
      { name: 'Business Checking', type: 'checking', mask: '4821' },
      { name: 'Business Savings', type: 'savings', mask: '9034' },
    ],
  },
  {
    id: 'sample-street',
    name: 'Sample Street Credit Union',
    about: 'Checking and savings',
    accounts: [
      { name: 'Operating', type: 'checking', mask: '2267' },
      { name: 'Payroll', type: 'checking', mask: '7712' },
      { name: 'Reserve', type: 'savings', mask: '5508' },
    ],
  },
  {
    id: 'specimen',
    name: 'Specimen Savings Bank',
    about: 'Savings only',
    accounts: [{ name: 'Company Savings', type: 'savings', mask: '1190' }],
  },
  {
    id: 'test-accounts',
    name: 'Test accounts',
    about: 'Their payments fail, are returned or held',
    accounts: testAccounts(),
  },
];

// The name of an account decides its behavior.
function testAccounts(): readonly OfferedAccount[] {
  const failingCodes = ['R01', 'R02', 'R03', 'R04', 'R08', 'R09', 'R16', 'R20', 'R29'];
  return [
    ...failingCodes.map((code) => testAccount(code, `Returned: ${achReturnCodes[code]?.title}`)),
    testAccount('R01-late', 'Settles, then returned two business days later'),
    testAccount('HOLD', 'Held for review'),
  ];
}

function testAccount(name: string, about: string): OfferedAccount {
  const digits = name.replaceAll(/\D/g, '').padStart(4, '0');
  return { name, type: 'checking', mask: digits, about };
}
