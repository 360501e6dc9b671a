import { inspectorControls } from '../web/inspector/open.ts';
import { accountingControls } from './accounting.ts';
import { bankControls } from './banks.ts';
import { businessControls } from './businesses.ts';
import { clockControls } from './clock.ts';
import { commentControls } from './comments.ts';
import { configControls } from './config.ts';
import { eventControls } from './events.ts';
import { faultControls } from './faults.ts';
import { ledgerControls } from './ledger.ts';
import { linkProviderControls } from './link-provider.ts';
import { outboxControls } from './outbox.ts';
import { paymentControls } from './payments.ts';
import { peopleControls } from './users.ts';
import type { ControlRoute } from './route.ts';
import { simulationControls } from './simulations.ts';
import { stateControls } from './snapshot.ts';
import { tagControls } from './tags.ts';
import { webhookControls } from './webhook.ts';

/** Every control of the sandbox. Tokens made here live as long as the others when nothing else is said. */
export const controlRoutes = (tokenTtlSeconds: number): readonly ControlRoute[] => [
  ...accountingControls,
  ...bankControls,
  ...businessControls,
  ...clockControls,
  ...commentControls,
  ...configControls,
  ...eventControls,
  ...faultControls,
  ...inspectorControls,
  ...ledgerControls,
  ...linkProviderControls,
  ...outboxControls,
  ...paymentControls,
  ...peopleControls(tokenTtlSeconds),
  ...simulationControls,
  ...stateControls,
  ...tagControls,
  ...webhookControls,
];
