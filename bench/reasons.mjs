/** Where the time goes in benchmarks that are above their limit or target on some machine, by the benchmark's name. */
export const reasons = {
  'remit payable list, 25 rows / bare node':
    'A script of fifteen lines that sends the same request takes 1.4 to 1.5; the rest is about 500 small functions that run for the first time, a fifth of it reading their [code cache](adr/0009-start-up-code-loading.md), a sixth two garbage collections.',
  'the same without a code cache / bare node': 'Compiling those functions.',
  'remit payable list, 25 rows / gh api': 'The same as above; `gh` is a native program.',
  'the executable: --version / bare node': 'It is a file of 154 MB.',
  'the executable: payable list / bare node':
    'It loads the code of the package, from a file of 154 MB.',
  'the executable: payable list / the package':
    'It loads the same code. A start-up snapshot takes 0.9 of the time ([decision 19](adr/0019-no-start-up-snapshot.md)).',
  'JSON pages to CSV, times curl | jq':
    'Of about 1 ms for a page, 40 % are its request, 17 % JSON, 12 % validation, 12 % CSV, 12 % garbage collection, all in one thread. Requests in a second thread leave 0.73 of it, and as much for both ([decision 12](adr/0012-lists-page-by-page.md)).',
  '50 ms per page, times one at a time':
    'Eight requests are in flight, so 8 is the upper bound; the rest is the start and the last page.',
  'sandbox: creations / a bare handler':
    'Ten statements in place of one: account, connection and terms are read; payable, its indexes, counts, activity and event are written. The commit is a sixth.',
  'PostgreSQL: creations / on SQLite':
    'Each creation is a transaction that waits for the disk, one after the other; SQLite commits those of 16 connections together. A statement is a round trip to the server.',
  'PostgreSQL: a page / on SQLite':
    'Each statement is a round trip to the server in place of a call.',
  'match, 10,000 lines / the export':
    'Of 5.9 s, 1.9 are waiting for the service, 0.6 garbage collection, 0.4 JSON, 0.35 identifiers in texts, the rest even.',
  'run apply, 10,000 payments, ms of it each':
    'Each payable is read before and after it is paid, one request each over shared connections; the journal, with an intent and an outcome on disk for each batch of 50, is a tenth.',
  'reconcile of 100 lost responses, s':
    'Each payable and its activity is read twice, with a pause between, since a verdict needs two equal answers.',
  'CSV rows, times csv-stringify':
    'Each cell is checked for formulas of spreadsheets and control characters of terminals, which neither library does.',
  'CSV rows, times papaparse':
    'Each cell is checked for formulas of spreadsheets and control characters of terminals, which neither library does.',
  'memory of the export, MiB':
    'Node.js takes 52 to 62 of it; most of the rest are bytes received that are not collected yet.',
  'creations, 50 inspectors open / none':
    'One of the open pages is drawn anew every half a second, the one that has waited longest.',
  'creations, 50 inspectors: processor time':
    'The same, and one message to each page for a change.',
  'sandbox: a page of all / of a thousand':
    'Each page is read by an index; the range is that of two servers on two processors.',
  'settling a payment, 100,000 / 10,000':
    'Not profiled. Random ids touch all pages of the indexes, and those of a million payables are larger than the cache of 64 MiB.',
  'status / the export of the same':
    'It reads JSON, page by page, and the export is one stream of text.',
  'forecast / the export of the same':
    'It reads JSON, page by page, and the export is one stream of text.',
};
