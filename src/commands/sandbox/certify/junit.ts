import { isWrong } from '../../../sandbox/wire/trial.ts';
import type { CertifiedRow } from './certify-program.ts';

/** Returns the results as JUnit XML: a test case for each fault. */
export function junitOf(rows: readonly CertifiedRow[]): string {
  const failures = rows.filter(({ verdict }) => isWrong(verdict)).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="remit sandbox certify" tests="${rows.length}" failures="${failures}">`,
    ...rows.map(caseOf),
    '</testsuite>\n',
  ].join('\n');
}

function caseOf({ fault, verdict, payments, exits, wire }: CertifiedRow): string {
  const name = `  <testcase classname="certify" name="${escaped(fault)}"`;
  if (!isWrong(verdict)) return `${name}/>`;
  const message = `${verdict}: ${payments} payments, exit ${exits}`;
  const log = escaped(wire.join('\n'));
  return `${name}>\n    <failure message="${escaped(message)}">${log}</failure>\n  </testcase>`;
}

const escaped = (text: string): string =>
  text
    .replaceAll(/[^\n\x20-\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
