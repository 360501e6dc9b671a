import type { ClientAbilities, Tool } from '../tool.ts';
import { accountTasks } from './accounts.ts';
import { failureTasks } from './failures.ts';
import { invoiceTasks } from './invoices.ts';
import { payableTasks } from './payables.ts';
import { paymentTasks } from './payments.ts';
import { reportTasks } from './reports.ts';
import { requestTasks } from './requests.ts';

export const taskTools = (client: ClientAbilities): readonly Tool[] =>
  [
    ...reportTasks,
    ...payableTasks,
    ...paymentTasks,
    ...failureTasks,
    ...invoiceTasks,
    ...accountTasks,
    ...requestTasks,
  ].map((task) => task(client));
