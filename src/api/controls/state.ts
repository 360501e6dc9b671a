/** Controls of the whole state: reset, seed, export, import, the operator's settings and the inspector. */

import { z } from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { Dollars, Id, IsoTimestamp } from '../schema/field-types.ts';
import { defineControls, withFlag } from './control.ts';

/** The seeds: `basic` has no payments and no due dates. */
export const seeds = ['demo', 'basic', 'empty'] as const;
/** A seed of a sandbox. */
export type Seed = (typeof seeds)[number];

const businessesSchema = memoize(() => z.array(z.object({ id: z.string(), name: z.string() })));

const seededSchema = memoize(() =>
  z.object({ seed: z.enum(seeds), now: z.string(), businesses: businessesSchema() }),
);

/** The settings that the operator of a service decides. */
const settingsSchema = memoize(() =>
  z.object({
    holdThreshold: withFlag(
      Dollars,
      '--hold-threshold <amount>',
      'amount from which payments are held for review',
    ),
    reminderHours: withFlag(
      z.nullable(z.int().check(z.minimum(1), z.maximum(8760))),
      '--reminder-hours <n>',
      'hours between two reminders, or none',
    ),
    strictEmail: withFlag(
      z.boolean(),
      '--strict-email <on|off>',
      'whether only the invited email address can accept an invitation',
    ),
  }),
);

export const stateControls = defineControls({
  /** Deletes everything and starts over, at `now` or at the first time of the sandbox. The tokens of the owner stay. */
  reset: {
    id: 'state.reset',
    route: 'POST /sandbox/reset',
    summary: 'Delete everything and start over',
    input: () => z.object({ seed: z.optional(z.enum(seeds)), now: z.optional(IsoTimestamp) }),
    output: seededSchema,
  },
  seed: {
    id: 'state.seed',
    route: 'POST /sandbox/seed',
    summary: 'Replace everything by a seed',
    input: () => z.object({ name: z.enum(seeds) }),
    output: seededSchema,
  },
  exportState: {
    id: 'state.export',
    route: 'GET /sandbox/export',
    output: () => z.looseObject({}),
    command: 'export',
    summary: 'Export everything in the sandbox',
    about: 'The export contains credentials of the sandbox: store it like a password.',
    printsSecret: true,
    examples: {
      'Redirect the export to a file': '> sandbox.json',
      'Write it to a file atomically': '--out sandbox.json',
    },
  },
  importState: {
    id: 'state.import',
    route: 'POST /sandbox/import',
    summary: 'Replace everything by an export',
    input: () => z.looseObject({}),
    output: () => z.object({ now: z.string(), businesses: businessesSchema() }),
  },
  readSettings: {
    id: 'settings.get',
    route: 'GET /sandbox/config',
    output: settingsSchema,
    command: 'config',
    summary: 'Show the service configuration',
  },
  changeSettings: {
    id: 'settings.update',
    route: 'PUT /sandbox/config',
    input: () => z.partial(settingsSchema()),
    output: settingsSchema,
    command: 'config set',
    summary: 'Change the service configuration',
    examples: {
      'Hold payments above $5,000': '--hold-threshold 5000',
      'Remind after a day, and check emails strictly':
        '--reminder-hours 24 --strict-email on --json',
    },
  },
  /** Returns a URL that opens the inspector in a browser, once and within a minute, at the page of an id if given. */
  openInspector: {
    id: 'inspector.open',
    route: 'POST /sandbox/open',
    summary: 'Create a URL that opens the inspector once',
    input: () => z.object({ id: z.optional(Id) }),
    output: () => z.object({ url: z.string() }),
  },
});
