/** A facade that answers everything with promises. */
type Asked<Facade> = { readonly [Name in keyof Facade]: (...given: never[]) => Promise<unknown> };

/** A facade that is made, and its code loaded, when something is first asked of it. */
export function lazyProxy<Facade extends Asked<Facade>>(make: () => Promise<Facade>): Facade {
  let made: Promise<Facade> | undefined;
  const ask = async (name: string | symbol, given: unknown[]): Promise<unknown> => {
    made ??= make();
    const facade = await made;
    return Reflect.apply(Reflect.get(facade, name), facade, given);
  };
  return new Proxy({} as Facade, {
    get:
      (_, name) =>
      (...given: unknown[]) =>
        ask(name, given),
  });
}
