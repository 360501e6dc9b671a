import { Refused } from '../../../contract/http/api-error.ts';
import type { Endpoint, Work } from '../../context/endpoint.ts';
import type { Engine } from '../../context/engine.ts';
import type { Incoming } from '../../context/request-body.ts';
import type { Reply } from '../../context/problem-details.ts';
import type { World } from '../../context/handler-context.ts';
import { cookieOf, formTokenOf, readForm } from '../form.ts';
import { type Html, html } from '../html.ts';
import { refusalPage } from './error-page.ts';

/** Somebody looks at a page, or sends a form of it: all of it in one transaction. */
export interface Visit {
  readonly world: World;
  /** What the path and the query hold; empty where there is nothing. */
  readonly param: (name: string) => string;
  readonly query: (name: string) => string;
  readonly cookie: (name: string) => string;
  /** The field that every form which changes something has. */
  readonly formToken: Html;
}

/** A page to look at. */
export const shows = (
  engine: Engine,
  path: string,
  draw: (visit: Visit) => Promise<Reply>,
): Endpoint => ({
  method: 'GET',
  path,
  work: orPage(async (request) => {
    const known = keyOf(request, engine);
    const key = known || engine.random.newSecret(43);
    const reply = await engine.transact((world) => draw(visitOf(request, key, world)));
    return known ? reply : withCookie(reply, key, engine);
  }),
});

/** A form that is sent. It has to come from a page that the same browser was shown. */
export const takes = (
  engine: Engine,
  path: string,
  take: (form: (name: string) => string, visit: Visit) => Promise<Reply>,
): Endpoint => ({
  method: 'POST',
  path,
  work: orPage(async (request) => {
    const key = keyOf(request, engine);
    const fields = readForm(request, key, engine);
    const field = (name: string) => fields.get(name) ?? '';
    return engine.transact((world) => take(field, visitOf(request, key, world)));
  }),
});

/** What is refused to a person is a page too. */
const orPage =
  (work: Work): Work =>
  async (request) => {
    try {
      return await work(request);
    } catch (error) {
      if (error instanceof Refused) return refusalPage(error);
      throw error;
    }
  };

const visitOf = (request: Incoming, key: string, world: World): Visit => ({
  world,
  param: (name) => request.params[name] ?? '',
  query: (name) => request.query.get(name) ?? '',
  cookie: (name) => cookieOf(request, name),
  formToken: html`<input type="hidden" name="formToken" value="${formTokenOf(key, world)}">`,
});

const keyOf = (request: Incoming, engine: Engine): string => {
  const key = cookieOf(request, nameOfCookie(engine));
  return /^[\w-]{43}$/.test(key) ? key : '';
};

const withCookie = (reply: Reply, key: string, engine: Engine): Reply => ({
  ...reply,
  headers: {
    ...reply.headers,
    'Set-Cookie': `${nameOfCookie(engine)}=${key}; Path=/; HttpOnly; SameSite=Strict`,
  },
});

/** Browsers share cookies between ports: each sandbox has a name of its own for it. */
const nameOfCookie = ({ hash }: Pick<Engine, 'hash'>) =>
  `remit_visitor_${hash('visitor').slice(0, 8)}`;
