import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { SandboxTables } from './tables.ts';

type Database = Kysely<SandboxTables>;

/**
 * Returns a query that is written once for each database, and then only run with other values: of a short query, writing
 * its text takes longer than running it. The text may depend on which values there are, and on nothing of them.
 *
 * @throws {Error} at the first run, if the query does not bind each of the values
 */
export function prepared<Values extends object, Output>(
  query: (db: Database, values: Values) => Compilable<Output>,
): (db: Database, values: Values) => Promise<readonly Output[]> {
  const written = new WeakMap<object, Map<string, Written<Output>>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const texts = written.get(adapter) ?? new Map<string, Written<Output>>();
    written.set(adapter, texts);
    const names = Object.keys(values);
    const key = names.join();
    const { compiled, parameters } = texts.get(key) ?? write(query, db, names);
    texts.set(key, { compiled, parameters });
    const bound = parameters.map((it) => (it instanceof Place ? Reflect.get(values, it.name) : it));
    const { rows } = await db.executeQuery<Output>({ ...compiled, parameters: bound });
    return rows;
  };
}

interface Written<Output> {
  readonly compiled: CompiledQuery<Output>;
  /** The constants of the query, and the places of its values. */
  readonly parameters: readonly unknown[];
}

class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

function write<Values, Output>(
  query: (db: Database, values: Values) => Compilable<Output>,
  db: Database,
  names: readonly string[],
): Written<Output> {
  const places = names.map((name) => new Place(name));
  const values = Object.fromEntries(places.map((place) => [place.name, place]));
  const compiled = query(db, values as Values).compile();
  const { parameters } = compiled;
  const unbound = places.find((place) => !parameters.includes(place));
  if (unbound !== undefined) throw new Error(`The query does not bind ${unbound.name}.`);
  return { compiled, parameters };
}
