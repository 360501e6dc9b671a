import { stringify } from 'csv-stringify/sync';
import Papa from 'papaparse';
import { rolldown } from 'rolldown';
import { spread } from './measure.mjs';

const keys = ['id', 'invoiceNumber', 'status', 'payeeName', 'amount', 'dueDate', 'memo'];
const records = Array.from({ length: 20_000 }, (_, at) => ({
  id: `pay_${at}`,
  invoiceNumber: `INV-${at}`,
  status: 'APPROVED',
  payeeName: at % 3 === 0 ? 'Coastal Linen, Inc.' : 'Harbor Inn',
  amount: at / 100,
  dueDate: '2026-04-01',
  memo: at % 7 === 0 ? 'The "good" linen' : 'Linen',
}));

const libraries = {
  'csv-stringify': () => stringify(records, { header: true, columns: keys }),
  papaparse: () => Papa.unparse(records, { columns: keys, newline: '\n' }),
};

/** Returns a measurement of the program's CSV writer: its speed as a multiple of a library's, in this process. */
export const csvWriters =
  (name) =>
  async ({ pairs }) => {
    const ours = await ourWriter();
    const theirs = libraries[name];
    const figures = [];
    for (let round = -3; round < pairs; round++) {
      const figure = timeOf(theirs) / timeOf(ours);
      if (round >= 0) figures.push(figure);
    }
    return spread(figures);
  };

/** Builds the program's module on its own and returns its writer. */
async function ourWriter() {
  const build = await rolldown({ input: 'src/render/csv.ts' });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  const module = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  const columns = keys.map((key) => ({ key, kind: key === 'amount' ? 'money' : 'text' }));
  return () =>
    [module.csvHeader(columns, false), ...records.map(module.csvRowWriter(columns, false))].join(
      '',
    );
}

function timeOf(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}
