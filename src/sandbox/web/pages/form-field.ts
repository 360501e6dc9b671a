import { type Html, html } from '../html.ts';

/** One line to fill in. */
export interface Field {
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
export function field(it: Field, problem?: Problem): Html {
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
export const trouble = (problem: Problem | undefined): Html =>
  problem
    ? html`<div class="trouble" role="alert"><strong>Please look at this again.</strong> ${problem.sentence}</div>`
    : html``;
