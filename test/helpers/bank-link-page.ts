import { hrefOf, openVisitor, type VisitedPage } from './scriptless-browser.ts';

/** What a person does on the page of the bank-linking provider; what the address that it leads back to answers. */
export async function chooseAt(
  url: string,
  { bank = 'first-example', account = 'Business Checking' } = {},
): Promise<VisitedPage> {
  const visitor = openVisitor();
  const accounts = await visitor.open(hrefOf(await visitor.open(url), `institution=${bank}`));
  const left = await visitor.send(accounts, { account });
  return visitor.open(left.headers.get('location') ?? '');
}

/** The same, by somebody who chooses nothing. */
export async function cancelAt(url: string): Promise<VisitedPage> {
  const visitor = openVisitor();
  return visitor.open(hrefOf(await visitor.open(url), 'access_denied'));
}
