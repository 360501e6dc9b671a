import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Context } from '../../src/cli/context.ts';
import type { PlannedTransfer } from '../../src/money/batches/planned-payment.ts';
import { totalsOf } from '../../src/money/batches/totals.ts';
import {
  hashPlan,
  type Plan,
  type PlanFile,
  type PlanKind,
  type Signature,
} from '../../src/money/runs/plan.ts';
import { readPlan } from '../../src/money/runs/read-plan.ts';
import { signableText } from '../../src/money/runs/signing/signable.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const row = (number: number, cents: number) => ({
  ...{ row: number, ref: number === 2 ? 'PO 7' : null, payableId: `pay_${number}` },
  ...{ fundingSourceId: 'fs_1', clearingSpeed: null, scheduledDate: null, cents },
  ...{ estimatedSettlementDate: '2026-03-05', connectionId: 'conn_1', payeeId: 'biz_2' },
  ...{ payeeName: 'Coastal Linen Inc', invoiceNumber: `CL-${number}`, dueDate: '2026-03-02' },
  ...{ status: 'APPROVED', updatedAt: '2026-03-01T15:00:00.000Z' },
});

const cents = [184_000, 72_500, 34_875];
const all = { count: 3, cents: 291_375 };
const head = {
  createdAt: '2026-03-02T15:00:00.000Z',
  expiresAt: '2026-03-09T15:00:00.000Z',
  madeBy: { user: 'ada@example.com' },
  ...{ origin: 'https://pay.example', profile: 'live', dialect: null, businessId: 'biz_1' },
};
const totals = {
  ...all,
  payees: [{ id: 'biz_2', name: 'Coastal Linen Inc', ...all }],
  banks: [{ id: 'fs_1', name: 'Operating account ···4321', ...all }],
  settlement: { earliest: '2026-03-05', latest: '2026-03-05' },
};
const transfer = (number: number, amount: number) => ({
  ...{ row: number, ref: number === 2 ? 'PO 7' : null, fundingSourceId: 'fs_1', cents: amount },
  ...{ estimatedSettlementDate: '2026-03-05', payeeId: 'biz_2', payeeName: 'Coastal Linen Inc' },
});
const one = { count: 1, cents: 291_375 };

/** A plan of each kind. */
const plans: Readonly<Record<PlanKind, Plan>> = {
  payables: {
    ...{ ...head, kind: 'payables', totals },
    payments: cents.map((amount, at) => row(at + 1, amount)),
  },
  quickPayments: {
    ...{ ...head, kind: 'quickPayments', journal: 'jrn_1', totals },
    payments: cents.map((amount, at) => ({
      ...{ ...transfer(at + 1, amount), connectionId: 'conn_1', memo: at === 0 ? 'March' : null },
    })),
  },
  withdrawal: {
    ...{ ...head, kind: 'withdrawal', journal: 'jrn_1' },
    totals: {
      ...{ ...one, settlement: totals.settlement },
      payees: [{ id: 'biz_1', name: null, ...one }],
      banks: [{ id: 'fs_1', name: 'Operating account ···4321', ...one }],
    },
    payments: [{ ...transfer(1, 291_375), payeeId: 'biz_1', payeeName: null }],
  },
};
const kinds = Object.keys(plans) as PlanKind[];

const at = '2026-03-02T15:00:01.000Z';
const signatures: Signature[] = [
  { role: 'maker', person: 'ada', at, signature: 'signature of ada' },
  { role: 'approver', person: 'bo', at, signature: 'signature of bo' },
];

const parse = (text: string) => {
  const bytes = Buffer.from(text);
  const files = { readFile: async () => ({ bytes, fileName: 'run.json' }) };
  return readPlan({ files } as unknown as Context, 'run.json');
};

/** Every object and list of a JSON value. */
function containers(value: Json): (Json[] | { [name: string]: Json })[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(containers)];
}

/** Random choices of one edit: numbers from 0 to 1. */
type Choices = readonly number[];
const pick = <Item>(items: readonly Item[], choice = 0): Item | undefined =>
  items[Math.floor(choice * items.length)];

const values: readonly Json[] = [
  ...[null, true, 0, 1, -1, 0.5, 184_001, 1e300, '', 'biz_9', 'fs_9', 'pay_1', 'pay_9', 'maker'],
  ...['payables', 'quickPayments', 'withdrawal', 'jrn_9'],
  ...['bo', 'ada', 'Ada', '2999-01-01T00:00:00.000Z', 'a\nrole: maker', [], {}],
];

/** The edits of a forger, of the parsed file. */
const edits: Readonly<Record<string, (file: Json, choices: Choices) => void>> = {
  value(file, [where, which, what]) {
    const it = pick(containers(file), where) ?? {};
    const name = pick(Object.keys(it), which);
    if (name !== undefined) Reflect.set(it, name, pick(values, what));
  },
  removal(file, [where, which]) {
    const it = pick(containers(file), where) ?? {};
    const name = pick(Object.keys(it), which);
    if (Array.isArray(it)) it.splice(Number(name ?? 0), 1);
    else if (name !== undefined) Reflect.deleteProperty(it, name);
  },
  addition(file, [where, which, what]) {
    const it = pick(containers(file), where) ?? {};
    const value = pick(values, what) ?? null;
    if (Array.isArray(it)) it.push(structuredClone(it[0] ?? value));
    else it[pick(['note', 'cents', 'keys', '__proto__ ', 'Person'], which) ?? ''] = value;
  },
  order(file, [where, which, what]) {
    const lists = containers(file).filter((it) => Array.isArray(it) && it.length > 1) as Json[][];
    const list = pick(lists, where) ?? [];
    const [moved = null] = list.splice(Math.floor((which ?? 0) * list.length), 1);
    list.splice(Math.floor((what ?? 0) * (list.length + 1)), 0, moved);
  },
  amounts(file, [which, , what]) {
    const { totals, payments } = (file as unknown as PlanFile).plan;
    const by = Math.ceil((what ?? 0) * 1000);
    Reflect.set(pick(payments, which) ?? {}, 'cents', by);
    for (const it of [totals, ...totals.payees, ...totals.banks]) Reflect.set(it, 'cents', by);
  },
  payee(file, [which, , what]) {
    const { totals, payments } = (file as unknown as PlanFile).plan;
    const name = pick(['Another Inc', 'Coastal Linen lnc'], what);
    const it = pick([...payments, totals.payees[0], totals.banks[0]], which) ?? {};
    Reflect.set(it, 'payeeName' in it ? 'payeeName' : 'name', name);
  },
};

/** The edits of the text alone. */
const rewritings: readonly ((text: string, choices: Choices) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(JSON.parse(text), null, 2),
  (text) => text.replaceAll(',"', ' ,\t"').replaceAll(':', ' :\n'),
  (text, [where]) => {
    const at = Math.floor((where ?? 0) * text.length);
    return `${text.slice(0, at)}${text.slice(at + 1)}`;
  },
  (text, [where, which]) => {
    const at = Math.floor((where ?? 0) * text.length);
    return `${text.slice(0, at)}${pick(['0', '"', ',', ' ', '}', '\\'], which)}${text.slice(at)}`;
  },
  (text, [where]) => {
    const names = [...text.matchAll(/"(\w+)":/g)];
    const found = pick(names, where);
    const name = found?.[1] ?? 'hash';
    return `${text.slice(0, found?.index)}"${name}":1,${text.slice(found?.index)}`;
  },
  (text, [where]) => {
    const found = pick([...text.matchAll(/"(\w+)":/g)], where);
    const name = found?.[1] ?? '';
    const escaped = `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
    return `${text.slice(0, found?.index)}"${escaped}":1,${text.slice(found?.index)}`;
  },
  (text) => text.replace('"payments":[', '"payments":[],"payments":['),
  (text) => text.replace('"plan":', '"plan":{},"plan":'),
];

/** What a careful forger does: the totals are those of the changed rows. */
function sumAnew({ plan }: PlanFile): void {
  try {
    const names = new Map(plan.totals.banks.map(({ id, name }) => [id, name ?? '']));
    Reflect.set(plan, 'totals', totalsOf(plan.payments, names));
  } catch {
    // Too little is left of the plan to have totals.
  }
}

const choices = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
  minLength: 3,
  maxLength: 3,
});

/** Expects totals that are those of the rows. */
function expectSummed({ totals, payments }: Plan): void {
  const sum = payments.reduce((total, payment) => total + payment.cents, 0);
  expect([totals.cents, totals.count]).toEqual([sum, payments.length]);
  expect(totals.payees.reduce((total, it) => total + it.cents, 0)).toBe(sum);
  const rows: readonly PlannedTransfer[] = payments;
  for (const { payeeId, connectionId, payeeName } of rows) {
    const shown = payeeId ?? connectionId ?? payeeName ?? 'unknown';
    expect(totals.payees.map(({ id }) => id)).toContain(shown);
  }
}

/** Returns the text of a plan that a forger made of the signed one. */
function forge(signed: PlanFile, { names, care, rewriting: [which, how] }: Forgery): string {
  const file = structuredClone(signed) as unknown as PlanFile & Record<string, Json>;
  for (const [name, by] of names) edits[name]?.(file as unknown as Json, by);
  if (care === 'totals and hash') sumAnew(file);
  if (care !== 'none') Reflect.set(file, 'hash', hashPlan(file.plan ?? {}).hash);
  return rewritings[which]?.(JSON.stringify(file), how) ?? '';
}

interface Forgery {
  readonly names: readonly (readonly [string, Choices])[];
  readonly care: string;
  readonly rewriting: readonly [number, Choices];
}

test.for(kinds)(
  '1,000 forged plans of %s: each is refused, or is the plan that was signed, or nobody signed it',
  async (kind) => {
    const signed: PlanFile = { ...hashPlan(plans[kind]), signatures };
    // What the two keys signed: a signature is valid for its own text, and for no other.
    const textsSigned = new Map(signatures.map((it) => [it.signature, signableText(signed, it)]));
    const seen = { refused: 0, same: 0, unsigned: 0 };
    const edit = fc.record({
      names: fc.array(fc.tuple(fc.constantFrom(...Object.keys(edits)), choices), { maxLength: 2 }),
      care: fc.constantFrom('none', 'hash', 'totals and hash'),
      rewriting: fc.tuple(
        fc.oneof(fc.constant(0), fc.nat({ max: rewritings.length - 1 })),
        choices,
      ),
    });
    await fc.assert(
      fc.asyncProperty(edit, async (forgery) => {
        const found = await parse(forge(signed, forgery)).catch((error: unknown) => {
          // Nothing but the two errors of a plan that is none: 2 and 14.
          expect(String(error)).toMatch(/^(ConfigError|GuardError): /);
        });
        if (!found) {
          seen.refused += 1;
          return;
        }
        expectSummed(found.plan);
        const valid = found.signatures.filter(
          (it) => signableText(found, it) === textsSigned.get(it.signature),
        );
        if (valid.length === 0) {
          seen.unsigned += 1;
          return;
        }
        seen.same += 1;
        expect([found.hash, found.plan]).toEqual([signed.hash, signed.plan]);
        for (const it of valid) expect(signatures).toContainEqual(it);
      }),
      { numRuns: 1000, seed: 20_260_302 },
    );
    // Each of the three came about.
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(10);
  },
);
