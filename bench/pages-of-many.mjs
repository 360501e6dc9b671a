import { spread } from './measure.mjs';
import { startSandbox } from './sandbox.mjs';

/** The number of consecutive pages per measurement. */
const PAGES = 50;

/** Measures the time of a page among `rows` payables, as a ratio to that among 1,000, alternating. */
export async function pagesOfMany({ rows, pairs }) {
  const [few, many] = [await seeded(1000), await seeded(rows)];
  await many.pages();
  await few.pages();
  const ratios = [];
  for (let pair = 0; pair < pairs; pair++) ratios.push((await many.pages()) / (await few.pages()));
  await many.close();
  await few.close();
  return spread(ratios);
}

async function seeded(rows) {
  const sandbox = await startSandbox('--seed', 'big', '--payables', String(rows));
  const url = `${sandbox.baseUrl}/api/businesses/${sandbox.payer}/payables?limit=100`;
  const headers = { authorization: `Bearer ${sandbox.token}` };
  return {
    close: sandbox.close,
    /** Returns the time of the pages in ms. */
    async pages() {
      const from = performance.now();
      for (let page = 0; page < PAGES; page++) {
        const answer = await fetch(url, { headers });
        if ((await answer.json()).data?.length !== 100) throw new Error(`${url}: no whole page`);
      }
      return performance.now() - from;
    },
  };
}
