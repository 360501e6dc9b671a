/** A browser without scripts. */

/** A user's browser without scripts: keeps cookies, follows redirects within a site, and fills in forms. */
export interface Visitor {
  readonly open: (url: string) => Promise<VisitedPage>;
  /** Sends a form of the page: the first one whose action matches. `fields` replace or add values. */
  readonly send: (
    shown: VisitedPage,
    fields?: Readonly<Record<string, string>>,
    action?: RegExp,
  ) => Promise<VisitedPage>;
  /** Sends fields to a URL without following redirects. */
  readonly post: (
    url: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<VisitedPage>;
}

/** A page and its forms. */
export interface VisitedPage {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly forms: readonly { action: string; fields: Readonly<Record<string, string>> }[];
}

/** Creates a browser without cookies, which sends its requests with `fetches`. */
export function openVisitor(
  fetches: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Visitor {
  const cookies = new Map<string, string>();

  async function ask(url: string, init: RequestInit = {}): Promise<VisitedPage> {
    const cookie = [...cookies].map((it) => it.join('=')).join('; ');
    const headers = { ...(cookie !== '' && { cookie }), ...init.headers };
    const response = await fetches(url, { ...init, headers, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0\b/.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    return { url, status: response.status, headers: response.headers, text, forms: formsOf(text) };
  }

  /** Follows redirects within the site. A redirect to another site is returned as is. */
  async function follow(shown: VisitedPage): Promise<VisitedPage> {
    const location = shown.headers.get('location');
    if (location === null) return shown;
    const next = new URL(location, shown.url);
    return next.origin === new URL(shown.url).origin ? follow(await ask(next.href)) : shown;
  }

  const post: Visitor['post'] = (url, fields, headers) =>
    ask(url, { method: 'POST', headers: { ...headers }, body: new URLSearchParams(fields) });

  return {
    open: async (url) => follow(await ask(url)),
    post,
    async send(shown, fields = {}, action = /./) {
      const form = shown.forms.find((it) => action.test(it.action || shown.url));
      if (!form) throw new Error(`${shown.url} has no form for ${action}: ${shown.text}`);
      const to = new URL(form.action, shown.url).href;
      return follow(await post(to, { ...form.fields, ...fields }));
    },
  };
}

/** Returns the visible text of a page, without tags and entities. */
export const visibleTextOf = ({ text }: Pick<VisitedPage, 'text'>): string =>
  plain(text.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');

/** Returns the URL of the first link of a page that contains `part`. Throws if there is no such link. */
export function hrefOf(shown: VisitedPage, part: string): string {
  const hrefs = [...shown.text.matchAll(/href="([^"]+)"/g)].map(([, it = '']) => plain(it));
  const found = hrefs.find((it) => it.includes(part));
  if (found === undefined) throw new Error(`${shown.url} has no link with ${part}: ${shown.text}`);
  return new URL(found, shown.url).href;
}

const formsOf = (text: string): VisitedPage['forms'] =>
  [...text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, tag = '', inside = '']) => ({
    action: attribute(tag, 'action'),
    fields: Object.fromEntries(
      [...inside.matchAll(/<input\b[^>]*>/g)]
        .map(([it]) => it)
        .filter((it) => !/type="radio"/.test(it) || / checked/.test(it))
        .map((it) => [attribute(it, 'name'), attribute(it, 'value')]),
    ),
  }));

const attribute = (tag: string, name: string): string =>
  plain(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

const plain = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
