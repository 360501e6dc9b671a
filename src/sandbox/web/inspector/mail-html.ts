/** The HTML part of an email, for the frame on its page. */

import type { Reply } from '../../context/problem-details.ts';
import { readLetter } from '../../notifications/letter.ts';
import { LETTER_STYLE_SOURCE, letterHtml } from '../../notifications/letter-html.ts';
import { mailAt } from './mail.ts';
import type { PageContext } from './page-context.ts';

/**
 * Returns the HTML of an email under a policy of its own: its styles only, no script, no form, and in a frame of the
 * inspector only. Its links open other windows.
 *
 * @throws {ApiError} 404
 */
export async function mailHtmlReply(pageContext: PageContext): Promise<Reply> {
  const mail = await mailAt(pageContext);
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
    },
    body: letterHtml(mail.subject, readLetter(mail), mail.url).toString(),
  };
}

const policy = [
  "default-src 'none'",
  `style-src ${LETTER_STYLE_SOURCE}`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ');
