import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { newYorkDate, newYorkInstant } from '../../src/api/ach/calendar.ts';
import type { RehearsalReport } from '../../src/rehearsal/rehearse-plan.ts';
import { isChosen } from '../helpers/chosen-cases.ts';
import { writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables } from './approved-payables.ts';

/** A plan to rehearse and then to apply. */
interface Case {
  readonly name: string;
  /** The clock of the sandbox; by default Monday 2 March 2026, 10:00 ET. */
  readonly now?: string;
  /** Prepares the service, and writes the plan `run.json`. */
  readonly prepare: (service: Service) => Promise<unknown>;
  readonly returns?: string;
  /** The exit code of the rehearsal. */
  readonly exit: number;
  /** The sentence of the rehearsal about what happened otherwise; without one, everything is equal. */
  readonly unknown?: RegExp;
}

const plan = async (service: Service, flags = '') => {
  const { code, err } = await service.remit(`run plan ${flags} --out run.json --force`);
  if (code !== 0) throw new Error(err);
};
const planned =
  (amounts: readonly number[], flags = '') =>
  async (service: Service) => {
    await approvedPayables(service, amounts);
    await plan(service, flags);
  };
const bankOf = async (service: Service) => {
  const [bank] = await service.json<[{ id: string }]>('bank list');
  return bank.id;
};
const credit = (service: Service, amount: number) =>
  service.control('POST', '/sandbox/ledger/credits', { businessId: service.payer, amount });

const cases: readonly Case[] = [
  { name: 'payables', prepare: planned([20, 30.5, 40]), exit: 0 },
  {
    name: 'a limit',
    prepare: async (service) => {
      await planned([20, 30])(service);
      await service.remit('policy set maxPerDay 45');
    },
    exit: 14,
  },
  {
    name: 'a limit that what was paid before uses up',
    prepare: async (service) => {
      await service.remit('policy set maxPerDay 2000');
      const [id] = await approvedPayables(service, [50], 'B');
      await service.json(`pay initiate ${id} --yes`);
      await planned([120])(service);
    },
    exit: 14,
  },
  {
    name: 'a bank account with too little',
    prepare: async (service) => {
      await planned([20, 30])(service);
      const id = await bankOf(service);
      await service.control('PATCH', `/sandbox/bank-accounts/${id}`, { simulatedBalance: 25 });
    },
    exit: 0,
    unknown: /^Whether the bank accounts hold enough/,
  },
  {
    name: 'returns before settlement and after it',
    prepare: planned([55.01, 56.09, 20]),
    returns: 'R01:R-1,R09-late:R-2',
    exit: 11,
  },
  {
    name: 'returns across a holiday, of an account that is closed',
    now: '2026-11-25T15:00:00Z',
    prepare: planned([55.02, 20]),
    returns: 'R02:R-1',
    exit: 11,
  },
  { name: 'a weekend', now: '2026-03-07T15:00:00Z', prepare: planned([20]), exit: 0 },
  {
    name: 'same-day payments',
    prepare: planned([20, 56.01], '--speed same-day'),
    returns: 'R01:R-2',
    exit: 11,
  },
  {
    name: 'scheduled payments',
    prepare: async (service) => {
      const [one, two] = await approvedPayables(service, [20, 30]);
      await service.file('rows.csv', `payableId,scheduledDate\n${one},2026-03-18\n${two},\n`);
      await plan(service, '--file rows.csv');
    },
    exit: 0,
  },
  {
    name: 'quick payments',
    prepare: async (service) => {
      const [{ id }] = await service.json<[{ id: string }]>('connection list');
      await service.file('rows.csv', `connectionId,amount\n${id},12.34\n${id},55.03\n`);
      await plan(service, '--file rows.csv');
    },
    returns: 'R03:2',
    exit: 11,
  },
  {
    name: 'a withdrawal',
    prepare: async (service) => {
      await credit(service, 700);
      await plan(service, `--withdraw above:100 --bank ${await bankOf(service)}`);
    },
    exit: 0,
  },
  {
    name: 'a withdrawal that the bank returns',
    prepare: async (service) => {
      await credit(service, 55.03);
      await plan(service, `--withdraw all --bank ${await bankOf(service)}`);
    },
    returns: 'R03:1',
    exit: 11,
  },
  {
    name: 'a withdrawal of more than is left',
    prepare: async (service) => {
      await credit(service, 700);
      const bank = await bankOf(service);
      await plan(service, `--withdraw above:100 --bank ${bank}`);
      await service.json(`business withdraw --amount 300 --bank ${bank} --yes`);
    },
    exit: 14,
  },
  {
    name: 'an outdated plan',
    prepare: async (service) => {
      const [id] = await approvedPayables(service, [20]);
      await plan(service);
      await service.json(`payable decline ${id} --reason late --yes`);
    },
    exit: 14,
  },
  {
    name: 'a plan without its approval',
    prepare: async (service) => {
      await service.remit('policy set requireApproval true');
      await planned([20])(service);
    },
    exit: 14,
  },
  {
    name: 'a signed plan',
    prepare: async (service) => {
      for (const name of ['ada', 'bo']) {
        await writeSshKey(join(service.cwd, name), name);
        await service.json(`run key trust ${name} ${name}.pub --yes`);
      }
      await service.remit('policy set requireApproval true');
      await planned([20], '--key ada')(service);
      await service.json('run approve run.json --key bo --yes');
    },
    exit: 0,
  },
  {
    name: 'a plan of which a part is paid',
    prepare: async (service) => {
      const [id] = await approvedPayables(service, [20, 30]);
      await plan(service);
      await service.json(`pay initiate ${id} --yes`);
    },
    exit: 0,
    unknown: /^How the 1 payment in flight goes on/,
  },
  {
    name: 'a payment that is held for review',
    prepare: async (service) => {
      await planned([20, 300])(service);
      await service.control('PUT', '/sandbox/config', { holdThreshold: 250 });
    },
    exit: 0,
    unknown: /^Whether the service holds a payment/,
  },
];

/** The cases of `npm test`; the others are thorough. */
const usual = ['a limit', 'a withdrawal'];
const chosen = cases.filter(({ name }) => isChosen(usual.includes(name)));

test.each(chosen)('a rehearsal says what happens then: $name', { timeout: 60_000 }, async (it) => {
  const service = await startService(it.now);
  try {
    await it.prepare(service);
    const before = await eventsOf(service);
    const { exit, said } = await rehearse(service, it.returns);
    expect(await eventsOf(service)).toEqual(before);
    expect([exit, said.allPaid]).toEqual([it.exit, it.exit === 0]);

    const { code, err } = await service.remit('run apply run.json --yes --json');
    if (said.stoppedBy) {
      const { error } = JSON.parse(err.trim().split('\n').at(-1) ?? '');
      const { exitCode, message } = said.stoppedBy;
      expect([exitCode, said.stoppedBy.code, message]).toEqual([code, error.code, error.message]);
      expect(await eventsOf(service)).toEqual(before);
      return;
    }
    expect(code).toBe(0);
    const happened = await daysOf(service, said);
    const told = { days: said.days.map(shownDay), payments: said.payments.map(shownPayment) };
    if (it.unknown === undefined) expect(told).toEqual(happened);
    else {
      expect(told).not.toEqual(happened);
      expect(said.unknown.filter((line) => it.unknown?.test(line))).toHaveLength(1);
    }
  } finally {
    await service.close();
  }
});

async function rehearse(service: Service, returns?: string) {
  const named = returns === undefined ? '' : `--return ${returns}`;
  const { code, out } = await service.remit(`run apply run.json --rehearse ${named} --json`);
  const said: RehearsalReport = JSON.parse(out);
  return { exit: code, said };
}

const shownDay = ({ date, available, pending, status }: RehearsalReport['days'][number]) => ({
  ...{ date, available, pending, status },
});
const shownPayment = ({
  status,
  sentOn,
  settledOn,
  returnedOn,
  code,
  outcome,
}: RehearsalReport['payments'][number]) => ({
  ...{ outcome, status, sentOn, settledOn, returnedOn, code },
});

interface Event {
  readonly type: string;
  readonly at: string;
  readonly resource: { readonly id: string };
  readonly data: { readonly status?: string; readonly failureCode?: string };
}

const eventsOf = async (service: Service) =>
  (await service.control('GET', '/sandbox/events')) as readonly Event[];

/** Lets the days of a rehearsal pass at the service, and returns what happened, in the same words. */
async function daysOf(service: Service, said: RehearsalReport) {
  const days = [];
  for (const { date } of said.days) {
    const now = newYorkInstant(date, 23, 59).toISOString();
    await service.control('POST', '/sandbox/clock/advance', { to: now });
    const { available, pending } = await service.json<Record<string, number>>('business balance');
    days.push({ date, available, pending, status: await service.json('status') });
  }
  const events = await eventsOf(service);
  const rows =
    await service.json<{ outcome: string; paymentId: string | null }[]>('run report run.json');
  const payments = rows.map(({ outcome, paymentId }) => {
    const own = events.filter(({ resource }) => resource.id === paymentId);
    const dayOf = (verb: RegExp) => {
      const found = own.find(({ type }) => verb.test(type));
      return found === undefined ? null : newYorkDate(new Date(found.at));
    };
    return {
      outcome: outcome === 'not-sent' ? 'skipped' : outcome,
      status: own.at(-1)?.data.status ?? null,
      sentOn: dayOf(/\.processing$/),
      settledOn: dayOf(/\.completed$/),
      returnedOn: dayOf(/\.(failed|returned)$/),
      code: own.at(-1)?.data.failureCode ?? null,
    };
  });
  return { days, payments };
}

test.runIf(isChosen(true))(
  'it is shown in sections, and a return must be of a payment of the plan',
  async () => {
    const service = await startService();
    try {
      await planned([20, 30])(service);
      const { code, out, err } = await service.remit(
        'run apply run.json --rehearse --return R01:R-1 --format table',
        { columns: 106, tty: { stdout: true } },
      );
      expect([code, err]).toEqual([
        11,
        expect.stringContaining('Not every payment would be made.'),
      ]);
      expect(out).toContain('What remit status would say');
      const days = stripVTControlCharacters(out).replaceAll(/ +/g, ' ');
      // No payment has an error, so that the others fit side by side.
      expect(days).toMatch(/^ ROW INVOICE NUMBER .* RETURNED ON CODE$/m);
      expect(days).toMatch(/^ ?(Mar 4|2026-03-04) \$0\.00 \$0\.00 \$20\.00/m);
      const wrong = async (flags: string) =>
        (await service.remit(`run apply run.json ${flags}`)).err.split('\n')[0];
      expect(await wrong('--rehearse --return R01:R-9')).toContain('no payment of the plan is R-9');
      expect(await wrong('--rehearse --return R23:R-1')).toContain('with R23');
      expect(await wrong('--rehearse --return R01:R-1,R02:R-1')).toContain('is returned twice');
      expect(await wrong('--rehearse --return R1')).toContain('such as R01:CL-1004');
      expect(await wrong('--return R01:R-1')).toContain('--return needs --rehearse.');
    } finally {
      await service.close();
    }
  },
);
