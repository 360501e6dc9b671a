import { Refused } from '../../../../contract/http/api-error.ts';

/**
 * Where the browser goes with what was chosen: a page of this sandbox, given as a path, or a program that listens on
 * this very machine. Empty when the person is to carry it there. Throws `Refused` (400): this page leads nowhere else.
 */
export function readReturnAddress(text: string): string {
  if (text === '' || isOwnPage(text) || isLoopback(text)) return text;
  throw new Refused(
    400,
    'invalid_redirect',
    'The address to go back to must be one of this machine: http://127.0.0.1, http://[::1] or http://localhost.',
  );
}

/** The address with an answer in its query. */
export function withAnswer(address: string, answer: Readonly<Record<string, string>>): string {
  const url = new URL(address, here);
  for (const [name, value] of Object.entries(answer)) {
    if (value !== '') url.searchParams.set(name, value);
  }
  return url.origin === here ? `${url.pathname}${url.search}` : url.href;
}

const here = 'http://here.invalid';

/** A path, and nothing that a browser would take for the name of another host once its dots are resolved. */
function isOwnPage(text: string): boolean {
  if (!text.startsWith('/') || !URL.canParse(text, here)) return false;
  const { origin, pathname } = new URL(text, here);
  return origin === here && !pathname.startsWith('//');
}

function isLoopback(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  return (
    /^https?:$/.test(protocol) &&
    ['127.0.0.1', '[::1]', 'localhost'].includes(hostname) &&
    `${username}${password}${hash}` === ''
  );
}
