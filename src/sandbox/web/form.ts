import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../contract/http/api-error.ts';
import type { Engine } from '../context/engine.ts';
import type { IncomingRequest } from '../context/request-body.ts';
import { type Html, html } from './html.ts';

/** What a form carries to prove that it stands on a page that this browser was shown: it follows from its cookie. */
export const formTokenOf = (key: string, { hash }: Pick<Engine, 'hash'>): string =>
  hash(`form ${key}`);

/** The fields of a form. Throws `ApiError` (403) when it does not come from a page that the holder of `key` was shown. */
export function readForm(
  request: IncomingRequest,
  key: string,
  engine: Pick<Engine, 'hash'>,
): URLSearchParams {
  const form = new URLSearchParams(request.text());
  if (
    isFromHere(request) &&
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

/** A cookie that the request brings; empty when it does not. */
export function cookieOf({ header }: Pick<IncomingRequest, 'header'>, name: string): string {
  const found = (header('cookie') ?? '').split(/; */).find((it) => it.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}

/** What the browser itself says about where a form was sent from, when it says so. */
function isFromHere({ header }: IncomingRequest): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = header('origin');
  return origin === undefined || hostOf(origin) === header('host');
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

/** Hashed first, so that both are of one length and the time it takes tells nothing. */
const isSame = (one: string, other: string, { hash }: Pick<Engine, 'hash'>): boolean =>
  timingSafeEqual(Buffer.from(hash(one)), Buffer.from(hash(other)));

/** One line to fill in. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly hint?: string;
  /** What browsers and keyboards are told of it. */
  readonly autocomplete?: string;
  readonly inputmode?: 'decimal' | 'email' | 'text';
  readonly optional?: boolean;
}

/** What is wrong with what was filled in: the field, where it is one, and what to do about it. */
export interface Problem {
  readonly field: string;
  readonly sentence: string;
}

/** A field with its label, and with what is wrong with it. */
export function formField(it: FormField, problem?: Problem): Html {
  const { name, label, hint, type = 'text', value = '', autocomplete = 'off' } = it;
  const isWrong = problem?.field === name;
  const described = [hint && `${name}-hint`, isWrong && `${name}-problem`].filter(Boolean);
  return html`<div class="field">
    <label for="${name}">${label}${it.optional ? html` <span class="soft">(optional)</span>` : ''}</label>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    ${isWrong ? html`<p class="problem" id="${name}-problem">${problem.sentence}</p>` : ''}
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
      inputmode="${it.inputmode ?? (type === 'email' ? 'email' : 'text')}" maxlength="500"${
        it.optional ? '' : html` required`
      }${isWrong ? html` aria-invalid="true"` : ''}${
        described.length > 0 ? html` aria-describedby="${described.join(' ')}"` : ''
      }>
  </div>`;
}

/** What is wrong, said before the form: a reader of the page alone would not find it soon enough. */
export const errorSummary = (problem: Problem | undefined): Html =>
  problem
    ? html`<div class="trouble" role="alert"><strong>Please check your input.</strong> ${problem.sentence}</div>`
    : html``;
