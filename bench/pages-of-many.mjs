import { spread } from './measure.mjs';
import { startSandbox } from './sandbox.mjs';

/** Pages in a row that make one figure. */
const PAGES = 50;

/** How long a page of payables takes among `rows` of them, over how long it takes among a thousand, in turns. */
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
    /** Milliseconds. */
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
