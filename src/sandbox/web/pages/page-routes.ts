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

/** What a person makes of it, where the reason alone does not say. */
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
