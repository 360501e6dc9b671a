import * as z from 'zod/mini';
import { type BankAccount, bank } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { type Connection, ConnectionStatus, connection } from '../../api/operations/connection.ts';
import { allOf } from '../../cli/list/arrange-records.ts';
import { step } from '../steps.ts';
import { described, task } from './task.ts';

/** Tasks about money at the service, bank accounts and trading partners. */
export const accountTasks = [
  task({
    name: 'show_accounts',
    title: 'Show balance and bank accounts',
    description:
      'Show the balance at the service and the linked bank accounts, with status and default. Only verified ones can pay.',
    input: () => z.strictObject({}),
    result: () =>
      z.looseObject({
        balance: z.looseObject({}),
        banks: z.array(z.looseObject({ id: z.string() })),
      }),
    async call(_, context) {
      const businessId = context.business();
      const balance = await context.call(business.balance, { params: { businessId } });
      const banks = await allOf(context.records<BankAccount>(bank.list, {}));
      return {
        balance,
        banks: banks.filter((it) => !it.businessId || it.businessId === businessId).map(bankRow),
      };
    },
  }),

  task({
    name: 'find_partners',
    title: 'Find trading partners',
    description:
      'Find the vendors and customers that the business is connected with, by name: the connection id, payment terms and automatic approval.',
    input: () =>
      z.strictObject({
        search: described(z.optional(z.string()), 'part of the name or alias'),
        status: z.optional(ConnectionStatus),
      }),
    result: () => z.looseObject({ partners: z.array(z.looseObject({ id: z.string() })) }),
    async call({ search = '', status }, context) {
      const query = { businessId: context.business() };
      const all = await allOf(context.records<Connection>(connection.list, { query }));
      const partners = all
        .filter((it) => status === undefined || it.status === status)
        .map(partnerRow)
        .filter(({ name, alias }) =>
          `${name ?? ''}\n${alias ?? ''}`.toLowerCase().includes(search.toLowerCase()),
        );
      const [only, ...others] = partners;
      const tools = ['pay_partner', 'send_invoice', 'partner_statement'];
      const next = only && others.length === 0 ? tools : [];
      return { partners, next: next.map((tool) => step(tool, { connection: only?.id })) };
    },
  }),
];

const bankRow = ({
  id,
  name,
  bankName,
  last4,
  status,
  isDefault,
  debitsStoppedCode,
}: BankAccount) => ({
  ...{ id, name, bankName, last4, status, isDefault },
  ...(debitsStoppedCode && { debitsStoppedCode }),
});

const partnerRow = ({ id, alias, status, tags, settings, ...it }: Connection) => ({
  ...{ id, name: it.connectedBusinessName, alias, status, tags, settings },
});
