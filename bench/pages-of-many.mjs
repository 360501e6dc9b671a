import { spread } from './measure.mjs';
import { startLargeSandbox } from './sandbox.mjs';

/** The number of pages per measurement, and of the rows of a page. */
const PAGES = 50;
const SIZE = 100;

/** Measures the time of a page among `rows` payables, as a ratio to that among 1,000, alternating. */
export async function pagesOfMany({ rows, pairs }) {
  const [few, many] = [await startLargeSandbox(1000), await startLargeSandbox(rows)];
  return pagesInTurn(pairs, many, few).finally(async () => {
    await many.close();
    await few.close();
  });
}

/** Compares the time of pages of two sandboxes that are read in turn. The first pair is a warm-up of both. */
export async function pagesInTurn(pairs, ours, theirs) {
  const [read, readTheirs] = [await readerOf(ours), await readerOf(theirs)];
  const ratios = [];
  for (let pair = 0; pair <= pairs; pair++) {
    const ratio = (await read()) / (await readTheirs());
    if (pair > 0) ratios.push(ratio);
  }
  return spread(ratios);
}

/** Returns a function that reads pages from all over the list of a business, and resolves to their time in ms. */
async function readerOf({ baseUrl, payer, token }) {
  const url = `${baseUrl}/api/businesses/${payer}/payables`;
  const headers = { authorization: `Bearer ${token}` };
  const page = async (offset) => {
    const answer = await fetch(`${url}?limit=${SIZE}&offset=${offset}`, { headers });
    const page = await answer.json();
    if (page.data?.length !== SIZE) throw new Error(`${url}: no whole page at ${offset}`);
    return page;
  };
  const last = (await page(0)).total - SIZE;
  return async () => {
    const from = performance.now();
    for (let at = 0; at < PAGES; at++) await page(offsetOf(at, last));
    return performance.now() - from;
  };
}

/** Returns the offset of a page, in turn the first, the last, and the next one from the middle on. */
function offsetOf(at, last) {
  if (at % 3 === 0) return 0;
  if (at % 3 === 1) return last;
  return (Math.floor(last / 2) + Math.floor(at / 3) * SIZE) % last;
}
