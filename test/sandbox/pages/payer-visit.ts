/** A payer with a browser, in front of a service of their own. */

import { afterEach, beforeEach, expect } from 'vitest';
import {
  hrefOf,
  openVisitor,
  type VisitedPage,
  type Visitor,
} from '../../helpers/scriptless-browser.ts';
import type { SandboxWishes } from '../open-sandbox.ts';
import { openTrade, type Trade } from '../trading-partners.ts';

/** The service of the current test, with two businesses that trade. */
export let trade: Trade;
/** The browser of the current test. */
export let visitor: Visitor;

/** The details that a payer types. */
export const ada = { payerName: 'Ada Ames', payerEmail: 'ada@stranger.test' };

/** Opens a service and a browser for each test of the file, and checks the ledger after it. */
export function visitInEachTest(wishes: Pick<SandboxWishes, 'listens'> = {}): void {
  beforeEach(async () => {
    trade = await openTrade(wishes);
    openOtherBrowser();
  });
  afterEach(async () => {
    await trade.checkLedger();
    expect(trade.faults).toEqual([]);
    await trade.close();
  });
}

/** Replaces the browser by one that has no cookie of the payer. */
export function openOtherBrowser(): void {
  visitor = openVisitor(trade.browse);
}

/** Goes from the page of a link to the page that asks whether to pay, with an account at the provider. */
export async function choose(
  url: string,
  fields: Readonly<Record<string, string>> = {},
  { bank = 'first-example', account = 'Business Checking' } = {},
): Promise<VisitedPage> {
  const banks = await visitor.send(await visitor.open(url), { ...ada, ...fields });
  const accounts = await visitor.open(hrefOf(banks, `institution=${bank}`));
  return visitor.send(accounts, { account });
}

/** Presses the button that pays. */
export const press = (
  page: VisitedPage,
  fields: Readonly<Record<string, string>> = {},
): Promise<VisitedPage> => visitor.send(page, fields, /checkout\/[^/]+$/);
