/** Routes of pages: transactions, visitor cookies and error pages. */

import type { ApiError } from '../../../api/http/api-error.ts';
import type { Engine } from '../../context/engine.ts';
import type { Endpoint, HandlerContext } from '../../context/handler-context.ts';
import type { Reply } from '../../context/problem-details.ts';
import { systemRandom } from '../../context/random.ts';
import type { IncomingRequest } from '../../context/request-body.ts';
import { cookieOf, formTokenOf, readForm } from '../form.ts';
import { type Html, html } from '../html.ts';
import { layout, orErrorPage } from '../page.ts';

/** Returns an error as a page: reason and advice. */
function refusalPage({ status, code, message }: ApiError): Reply {
  const { title, advice } = sentences[code] ?? { title: 'Not possible', advice: '' };
  const explanation = status === 404 && advice ? '' : html`<p>${message}</p>`;
  return layout({
    status,
    title,
    body: html`<h1>${title}</h1>
      ${explanation}
      ${advice === '' ? '' : html`<p>${advice}</p>`}`,
  });
}

/** Returns the page of an address that leads nowhere, with the way back to the page above it that may exist. */
export function unknownPage(path: string): Reply {
  const [, above] = /^(\/(?:checkout|invite|pay|pay-me)\/[^/]+)\/./.exec(path) ?? [];
  return layout({
    status: 404,
    title: 'There is no such page',
    body: html`<h1>There is no such page</h1>
      <p>Nothing was paid. Check that all of the address was copied.</p>
      ${above === undefined ? '' : html`<p><a class="button" href="${above}">Go back</a></p>`}`,
  });
}

/** Reports whether a request is a browser's, for a page. */
export const isForPage = ({ header }: Pick<IncomingRequest, 'header'>): boolean =>
  /\btext\/html\b/.test(header('accept') ?? '');

/** Titles and advice by error code, where the reason alone does not tell a person enough. */
const sentences: Readonly<Record<string, { readonly title: string; readonly advice: string }>> = {
  link_not_found: {
    title: 'This link leads nowhere',
    advice: 'Nothing was paid. Check that all of the link was copied, or ask its sender for it.',
  },
  invitation_not_found: {
    title: 'Invitation not found',
    advice: 'The link is no longer valid. Ask the sender for a new one.',
  },
  authorization_not_found: {
    title: 'No pending request',
    advice: 'This request was already answered or is older than ten minutes. Start again.',
  },
  checkout_not_found: {
    title: 'Checkout not found',
    advice: 'Nothing was paid. Open the link again to start over.',
  },
  invalid_link_token: {
    title: 'Expired',
    advice: 'Go back and start linking your bank again.',
  },
  invalid_public_token: {
    title: 'Select your account again',
    advice:
      'Nothing was paid. A selected account is valid once, for half an hour: open the link again to start over.',
  },
  payable_not_payable: {
    title: 'Payment not possible',
    advice: 'You were not charged twice. Open the link again to see the payment.',
  },
  foreign_form: { title: 'Please try again', advice: '' },
  insufficient_permission: {
    title: 'Your role does not allow this',
    advice: 'Ask an owner or administrator of your account.',
  },
  account_tried_too_often: {
    title: 'Too many attempts',
    advice: 'Nothing was paid. Select your bank instead, or use another account.',
  },
  rate_limited: { title: 'Too many attempts', advice: 'Wait 15 minutes and try again.' },
};

/** A view of a page, or a form sent from one, in one transaction. */
export interface PageRequest {
  readonly context: HandlerContext;
  /** Parameters of the path and the query; `''` if missing. */
  readonly param: (name: string) => string;
  readonly query: (name: string) => string;
  readonly cookie: (name: string) => string;
  /** Hash of the browser's cookie. */
  readonly visitor: string;
  /** The hidden field of every form that changes something. */
  readonly formToken: Html;
}

export const getPage = (
  engine: Engine,
  path: string,
  render: (pageRequest: PageRequest) => Promise<Reply>,
): Endpoint => ({
  method: 'GET',
  path,
  work: orErrorPage(refusalPage, async (request) => {
    const known = keyOf(request, engine);
    const key = known || systemRandom.newSecret(43);
    const reply = await engine.transact((context) => render(pageRequestOf(request, key, context)));
    return known ? reply : withCookie(reply, key, engine);
  }),
});

/** Defines a form. It must come from a page that this browser was shown. */
export const postForm = (
  engine: Engine,
  path: string,
  submit: (form: (name: string) => string, pageRequest: PageRequest) => Promise<Reply>,
): Endpoint => ({
  method: 'POST',
  path,
  work: orErrorPage(refusalPage, async (request) => {
    const key = keyOf(request, engine);
    const fields = readForm(request, key, engine);
    const field = (name: string) => fields.get(name) ?? '';
    return engine.transact((context) => submit(field, pageRequestOf(request, key, context)));
  }),
});

const pageRequestOf = (
  request: IncomingRequest,
  key: string,
  context: HandlerContext,
): PageRequest => ({
  context: { ...context, address: request.address },
  param: (name) => request.params[name] ?? '',
  query: (name) => request.query.get(name) ?? '',
  cookie: (name) => cookieOf(request, name),
  visitor: context.hash(`visitor ${key}`),
  formToken: html`<input type="hidden" name="formToken" value="${formTokenOf(key, context)}">`,
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
