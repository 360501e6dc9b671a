import type { Refused } from '../../../contract/http/api-error.ts';
import type { Reply } from '../../context/problem-details.ts';
import { html } from '../html.ts';
import { sheet } from './layout.ts';

/** A refusal as a page: what is not possible and why, and what to do about it. */
export function refusalPage({ status, code, message }: Refused): Reply {
  const { title, advice } = sentences[code] ?? { title: 'This is not possible', advice: '' };
  const why = status === 404 && advice ? '' : html`<p>${message}</p>`;
  return sheet({
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
