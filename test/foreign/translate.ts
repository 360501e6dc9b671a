import { bodies, type Kind, kinds, queries } from './tables.ts';

type Json = Readonly<Record<string, unknown>>;

/** Names in snake case, words of its own, and cents where wanted: how the service writes a record of the sandbox. */
export function written(value: unknown, kind: keyof typeof kinds, cents: boolean): unknown {
  if (Array.isArray(value)) return value.map((it) => written(it, kind, cents));
  if (!isObject(value)) return value;
  const { stated, renamed = {}, words = {} }: Kind = kinds[kind];
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [
      stated.includes(name) ? name : (renamed[name] ?? snake(name)),
      inside(name, it),
    ]),
  );

  function inside(name: string, it: unknown): unknown {
    if (typeof it === 'string') return words[name]?.[it] ?? it;
    if (typeof it === 'number') return cents && money.has(name) ? Math.round(it * 100) : it;
    const state = name === 'lastPaymentFailure' ? 'payment' : undefined;
    return written(it, name === 'balance' ? 'balance' : (state ?? kind), cents);
  }
}

/** A page of a list: its counts are no money. */
export const writtenPage = (page: Json, cents: boolean): Json => ({
  success: true,
  data: written(page['data'], 'payable', cents),
  found: page['total'],
  has_more: page['hasMore'],
});

/** A request as the sandbox knows it, or the name that this service has never heard of. */
export function understood(
  route: string,
  body: unknown,
  cents: boolean,
): { readonly body: unknown } | { readonly unknown: string } {
  const names = bodies[route];
  const strange = namesIn(body).find((it) =>
    names ? !(it in names) && !isStated(it, route) : false,
  );
  if (strange !== undefined) return { unknown: strange };
  return { body: sandboxNames(body, names ?? {}, cents) };
}

export function understoodQuery(
  route: string,
  query: URLSearchParams,
): URLSearchParams | { readonly unknown: string } {
  const names = queries[route] ?? {};
  const found = new URLSearchParams();
  for (const [name, value] of query) {
    const ours = names[name];
    if (ours === undefined) return { unknown: name };
    const back = Object.entries<string>({ sent: 'out', received: 'in' });
    found.append(
      ours,
      back.find(([, wire]) => ours === 'direction' && wire === value)?.[0] ?? value,
    );
  }
  return found;
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
