/** Forms of the sandbox's pages: fields, and protection against forged requests. */

import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../api/http/api-error.ts';
import type { Engine } from '../context/engine.ts';
import type { IncomingRequest } from '../context/request-body.ts';
import { type Html, html } from './html.ts';

/**
 * Returns the token of a form, which proves that it is on a page this browser was shown.
 *
 * It is derived from the browser's cookie.
 */
export const formTokenOf = (key: string, { hash }: Pick<Engine, 'hash'>): string =>
  hash(`form ${key}`);

/**
 * Returns the fields of a form.
 *
 * @throws {ApiError} 403 if the form is not from a page that the holder of the cookie `key` was shown
 */
export function readForm(
  request: IncomingRequest,
  key: string,
  engine: Pick<Engine, 'hash'>,
): URLSearchParams {
  const form = new URLSearchParams(request.text());
  if (
    isSameOrigin(request) &&
    isSame(form.get('formToken') ?? '', formTokenOf(key, engine), engine)
  ) {
    return form;
  }
  throw new ApiError(
    403,
    'foreign_form',
    'This form was not submitted from this site. Reload the page and try again.',
  );
}

/** Returns the value of a cookie, or `''`. */
export function cookieOf({ header }: Pick<IncomingRequest, 'header'>, name: string): string {
  const found = (header('cookie') ?? '')
    .split(/; */)
    .find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}

/** Reports whether a form is from this host, by the headers Sec-Fetch-Site or Origin. Without both it is accepted. */
function isSameOrigin({ header }: IncomingRequest): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = header('origin');
  return origin === undefined || hostOf(origin) === header('host');
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

/** Compares two texts in constant time. They are hashed first, so that both have one length. */
const isSame = (left: string, right: string, { hash }: Pick<Engine, 'hash'>): boolean =>
  timingSafeEqual(Buffer.from(hash(left)), Buffer.from(hash(right)));

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly hint?: string;
  /** Hint for browsers and keyboards. */
  readonly autocomplete?: string;
  readonly inputmode?: 'decimal' | 'email' | 'numeric' | 'text';
  readonly optional?: boolean;
  /** True for a large field of an amount, below a dollar sign. */
  readonly isMoney?: boolean;
}

/** A problem with the input: a sentence with its remedy, at its field. */
export interface Problem {
  readonly field: string;
  readonly label: string;
  readonly sentence: string;
}

/** Returns an input with its label, hint and problem. */
export function formField(field: FormField, problems: readonly Problem[] = []): Html {
  const { name, label, hint, type = 'text', value = '', autocomplete = 'off' } = field;
  const problem = problems.find((it) => it.field === name);
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean);
  return html`<div class="field${field.isMoney ? ' money' : ''}">
    <label for="${name}">${label}${field.optional ? html` <span class="soft">(optional)</span>` : ''}</label>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    ${problem ? html`<p class="problem" id="${name}-problem">${problem.sentence}</p>` : ''}
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
      inputmode="${field.inputmode ?? (type === 'email' ? 'email' : 'text')}" maxlength="500"${
        field.optional ? '' : html` required`
      }${problem ? html` aria-invalid="true"` : ''}${
        described.length > 0 ? html` aria-describedby="${described.join(' ')}"` : ''
      }>
  </div>`;
}

/** Returns a summary for the top of the form, which has the focus when the page opens: links to the fields. */
export const errorSummary = (problems: readonly Problem[]): Html =>
  problems.length === 0
    ? html``
    : html`<div class="trouble" role="alert" tabindex="-1" autofocus><strong>Please check ${problems.length === 1 ? 'one field' : `${problems.length} fields`}:</strong>
        <ul class="fields">${problems.map(({ field, label }) => html`<li><a href="#${field}">${label}</a></li>`)}</ul></div>`;
