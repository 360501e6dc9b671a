// Adds up the results that vitest left in a folder, and ends 1 when something failed or nothing ran.
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const [, , folder] = process.argv;
let passed = 0;
let failed = 0;
for (const name of readdirSync(folder)) {
  const result = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  // A file that could not even be loaded has no test to its name, and is a failure all the same.
  failed += result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
