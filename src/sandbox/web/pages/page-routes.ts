import { ApiError } from '../../../contract/http/api-error.ts';
import type { Engine } from '../../context/engine.ts';
import type { Endpoint, HandlerContext, Work } from '../../context/handler-context.ts';
import type { Reply } from '../../context/problem-details.ts';
import type { IncomingRequest } from '../../context/request-body.ts';
import { cookieOf, formTokenOf, readForm } from '../form.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../page.ts';

/** A refusal as a page: what is not possible and why, and what to do about it. */
function refusalPage({ status, code, message }: ApiError): Reply {
  const { title, advice } = sentences[code] ?? { title: 'Not possible', advice: '' };
  const why = status === 404 && advice ? '' : html`<p>${message}</p>`;
  return layout({
    status,
    title,
    body: html`<h1>${title}</h1>
      ${why}
      ${advice === '' ? '' : html`<p>${advice}</p>`}`,
  });
}

/** What a person makes of it, where the reason alone does not say. */
const sentences: Readonly<Record<string, { readonly title: string; readonly advice: string }>> = {
  link_not_found: {
    title: 'This link is no longer valid',
    advice: 'The invoice may have been paid or withdrawn. Contact the sender.',
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
    title: 'Session expired',
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
  payable_not_payable: { title: 'Payment not possible', advice: 'You were not charged twice.' },
  foreign_form: { title: 'Please try again', advice: '' },
  insufficient_permission: {
    title: 'Your role does not allow this',
    advice: 'Ask an owner or administrator of your account.',
  },
  rate_limited: { title: 'Too many attempts', advice: 'Wait 15 minutes and try again.' },
};

/** Somebody looks at a page, or sends a form of it: all of it in one transaction. */
export interface PageRequest {
  readonly world: HandlerContext;
  /** What the path and the query hold; empty where there is nothing. */
  readonly param: (name: string) => string;
  readonly query: (name: string) => string;
  readonly cookie: (name: string) => string;
  /** The field that every form which changes something has. */
  readonly formToken: Html;
}

/** A page to look at. */
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

/** A form that is sent. It has to come from a page that the same browser was shown. */
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

/** What is refused to a person is a page too. */
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

/** Browsers share cookies between ports: each sandbox has a name of its own for it. */
const nameOfCookie = ({ hash }: Pick<Engine, 'hash'>) =>
  `remit_visitor_${hash('visitor').slice(0, 8)}`;
