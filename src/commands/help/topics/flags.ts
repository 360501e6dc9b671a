import { describeFlag, indentFlag } from '../../../cli/flags/describe-flag.ts';
import { globals } from '../../../cli/flags/global-flags.ts';
import { wrapTable } from '../../../render/wrap-text.ts';

const rows = Object.values(globals).map((flag) => [indentFlag(flag), describeFlag(flag)] as const);

export const flags = `
Global flags.

Every command accepts these flags, before or after its name:

${wrapTable(rows, 78)
  .map((line) => `  ${line}`)
  .join('\n')}

Environment variables and defaults: remit help environment
`;
