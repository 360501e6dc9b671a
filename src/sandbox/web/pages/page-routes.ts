/** Routes of pages: transactions, visitor cookies and error pages. */

import { ApiError } from '../../../contract/http/api-error.ts';
import type { Engine } from '../../context/engine.ts';
import type { Endpoint, HandlerContext, Work } from '../../context/handler-context.ts';
import type { Reply } from '../../context/problem-details.ts';
import type { IncomingRequest } from '../../context/request-body.ts';
import { cookieOf, formTokenOf, readForm } from '../form.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../page.ts';

/** Returns an error as a page: reason and advice. */
function refusalPage({ status, code, message }: ApiError): Reply {
  const { title, advice } = sentences[code] ?? { title: 'This is not possible', advice: '' };
  const why = status === 404 && advice ? '' : html`<p>${message}</p>`;
  return layout({
    status,
    title,
    body: html`<h1>${title}</h1>
      ${why}
      ${advice === '' ? '' : html`<p>${advice}</p>`}`,
  });
}

/** Titles and advice by error code, where the reason alone does not tell a person enough. */
const sentences: Readonly<Record<string, { readonly title: string; readonly advice: string }>> = {
  link_not_found: {
    title: 'This link leads nowhere',
    advice:
      'It is not valid, or not any more: what it stood for may have been paid or withdrawn. Ask whoever sent it to you.',
  },
  invitation_not_found: {
    title: 'This invitation is not there',
    advice: 'Its link is not valid, or not any more. Ask whoever sent it to you for another one.',
  },
  authorization_not_found: {
    title: 'There is nothing to agree to',
    advice:
      'This request was answered already, or is more than ten minutes old. Start again where you came from.',
  },
  checkout_not_found: {
    title: 'This took too long',
    advice: 'Nothing was paid. Open the link that you were sent once more, and start again.',
  },
  invalid_link_token: {
    title: 'This has expired',
    advice: 'Go back to where you came from, and start linking your bank again.',
  },
  invalid_public_token: {
    title: 'Choose your account again',
    advice:
      'Nothing was paid. What you chose at your bank is good for half an hour, and once: open the link that you were sent and start again.',
  },
  payable_not_payable: { title: 'This cannot be paid now', advice: 'You were not charged twice.' },
  foreign_form: { title: 'Please try again', advice: '' },
  insufficient_permission: {
    title: 'Your role does not allow this',
    advice: 'Ask an owner or an administrator of your account to do it.',
  },
  rate_limited: { title: 'Too many attempts', advice: 'Wait a quarter of an hour, and try again.' },
};

/** A view of a page, or a form sent from one, in one transaction. */
export interface PageRequest {
  readonly world: HandlerContext;
  /** Parameters of the path and the query; `''` if missing. */
  readonly param: (name: string) => string;
  readonly query: (name: string) => string;
  readonly cookie: (name: string) => string;
  /** The hidden field of every form that changes something. */
  readonly formToken: Html;
}

/** Defines a page. */
export const getPage = (
  engine: Engine,
  path: string,
  draw: (visit: PageRequest) => Promise<Reply>,
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

/** Defines a form. It must come from a page that this browser was shown. */
export const postForm = (
  engine: Engine,
  path: string,
  take: (form: (name: string) => string, visit: PageRequest) => Promise<Reply>,
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

/** Turns an `ApiError` into a page. */
const orPage =
  (work: Work): Work =>
  async (request) => {
    try {
      return await work(request);
    } catch (error) {
      if (error instanceof ApiError) return refusalPage(error);
      throw error;
    }
  };

const visitOf = (request: IncomingRequest, key: string, world: HandlerContext): PageRequest => ({
  world,
  param: (name) => request.params[name] ?? '',
  query: (name) => request.query.get(name) ?? '',
  cookie: (name) => cookieOf(request, name),
  formToken: html`<input type="hidden" name="formToken" value="${formTokenOf(key, world)}">`,
});

const keyOf = (request: IncomingRequest, engine: Engine): string => {
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

// Browsers share cookies between ports, so each sandbox uses its own name.
const nameOfCookie = ({ hash }: Pick<Engine, 'hash'>) =>
  `remit_visitor_${hash('visitor').slice(0, 8)}`;
