/** A user on the page of the bank-linking provider. */

import { hrefOf, openVisitor, type VisitedPage } from './scriptless-browser.ts';

/**
 * Chooses a bank and an account on the page of the bank-linking provider. Returns the page of the URL it redirects to.
 */
export async function chooseAt(
  url: string,
  { bank = 'first-example', account = 'Business Checking' } = {},
): Promise<VisitedPage> {
  const visitor = openVisitor();
  const accounts = await visitor.open(hrefOf(await visitor.open(url), `institution=${bank}`));
  const left = await visitor.send(accounts, { account });
  return visitor.open(left.headers.get('location') ?? '');
}

/** Cancels on the page of the bank-linking provider. Returns the page of the URL it redirects to. */
export async function cancelAt(url: string): Promise<VisitedPage> {
  const visitor = openVisitor();
  return visitor.open(hrefOf(await visitor.open(url), 'access_denied'));
}
