/** Translation between the sandbox's names and those of the third-party service. */

import { bodies, type Kind, kinds, queries } from './field-mapping.ts';

type Json = Readonly<Record<string, unknown>>;

/** Converts a record of the sandbox: snake case, the service's own names and enum values, and cents if wanted. */
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

/** Converts a page of a list, whose counts are not amounts. */
export const writtenPage = (page: Json, cents: boolean): Json => ({
  success: true,
  data: written(page['data'], 'payable', cents),
  found: page['total'],
  has_more: page['hasMore'],
});

/** Converts a request to the sandbox's names. An unknown name is returned after a question mark. */
export function understood(route: string, body: unknown, cents: boolean): unknown {
  const names = bodies[route];
  const strange = names && namesIn(body).find((it) => !(it in names) && !isStated(it, route));
  return strange === undefined ? sandboxNames(body, names ?? {}, cents) : `?${strange}`;
}

/** Converts a query to the sandbox's names. An unknown name is returned after a question mark. */
export function understoodQuery(route: string, query: URLSearchParams): string {
  const names = queries[route] ?? {};
  const strange = [...query.keys()].find((it) => !(it in names));
  if (strange !== undefined) return `?${strange}`;
  const sides: Readonly<Record<string, string>> = { out: 'sent', in: 'received' };
  const read = new URLSearchParams();
  for (const [name, it] of query) read.append(names[name] ?? '', sides[it] ?? it);
  return String(read);
}

/** Returns the name of a rejected field that the caller uses. */
export const fieldOf = (route: string, field: string): string =>
  Object.entries(bodies[route] ?? {}).find(([, sandbox]) => sandbox === field)?.[0] ?? field;

/** Reports whether the specification names a field of an update. */
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
