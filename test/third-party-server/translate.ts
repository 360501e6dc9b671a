import { bodies, type Kind, kinds, queries } from './field-mapping.ts';

type Json = Readonly<Record<string, unknown>>;

/** Names in snake case, words of its own, and cents where wanted: how the service writes a record of the sandbox. */
export function written(value: unknown, kind: keyof typeof kinds, cents: boolean): unknown {
  if (Array.isArray(value)) return value.map((it) => written(it, kind, cents));
  if (!isObject(value)) return value;
  const { stated, renamed = {}, words = {} }: Kind = kinds[kind];
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [
      stated.includes(name) ? name : (renamed[name] ?? snake(name)),
      (typeof it === 'string' && words[name]?.[it]) ||
        inCents(name, it, cents) ||
        written(it, kindsInside[name] ?? kind, cents),
    ]),
  );
}

const kindsInside: Readonly<Record<string, keyof typeof kinds>> = {
  lastPaymentFailure: 'payment',
  balance: 'balance',
};

const inCents = (name: string, it: unknown, cents: boolean) =>
  cents && typeof it === 'number' && money.has(name) ? Math.round(it * 100) : undefined;

/** A page of a list: its counts are no money. */
export const writtenPage = (page: Json, cents: boolean): Json => ({
  success: true,
  data: written(page['data'], 'payable', cents),
  found: page['total'],
  has_more: page['hasMore'],
});

/** A request as the sandbox knows it; the name that this service has never heard of, after a question mark. */
export function understood(route: string, body: unknown, cents: boolean): unknown {
  const names = bodies[route];
  const strange = names && namesIn(body).find((it) => !(it in names) && !isStated(it, route));
  return strange === undefined ? sandboxNames(body, names ?? {}, cents) : `?${strange}`;
}

export function understoodQuery(route: string, query: URLSearchParams): string {
  const names = queries[route] ?? {};
  const strange = [...query.keys()].find((it) => !(it in names));
  if (strange !== undefined) return `?${strange}`;
  const sides: Readonly<Record<string, string>> = { out: 'sent', in: 'received' };
  const read = new URLSearchParams();
  for (const [name, it] of query) read.append(names[name] ?? '', sides[it] ?? it);
  return String(read);
}

/** The name of a refused field, as the caller knows it. */
export const fieldOf = (route: string, field: string): string =>
  Object.entries(bodies[route] ?? {}).find(([, sandbox]) => sandbox === field)?.[0] ?? field;

/** An update names what the specification names of a payable. */
const isStated = (name: string, route: string) =>
  route.startsWith('PUT ') && kinds.payable.stated.some((it) => it === name);

function sandboxNames(
  value: unknown,
  names: Readonly<Record<string, string>>,
  cents: boolean,
): unknown {
  if (Array.isArray(value)) return value.map((it) => sandboxNames(it, names, cents));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([wire, it]) => {
      const name = names[wire] ?? wire;
      const isCents = cents && typeof it === 'number' && money.has(name);
      return [name, isCents ? Number((it / 100).toFixed(6)) : sandboxNames(it, names, cents)];
    }),
  );
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isObject(value)
    ? Object.entries(value).flatMap(([name, it]) => [name, ...namesIn(it)])
    : [];
}

const money = new Set([
  ...['amount', 'unitPrice', 'total', 'available', 'pending', 'withdrawing', 'totalAmount'],
  ...['minAmount', 'maxAmount', 'amount1', 'amount2'],
]);

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
