import { automation } from './help/topics/automation.ts';
import { csv } from './help/topics/csv.ts';
import { dates } from './help/topics/dates.ts';
import { dialects } from './help/topics/dialects.ts';
import { environment } from './help/topics/environment.ts';
import { exitCodesTopic } from './help/topics/exit-codes.ts';
import { flags } from './help/topics/flags.ts';
import { glossary } from './help/topics/glossary.ts';
import { moneySafety } from './help/topics/money-safety.ts';
import { output } from './help/topics/output.ts';
import { sandbox } from './help/topics/sandbox.ts';
import { security } from './help/topics/security.ts';

export const helpTopics: Readonly<Record<string, string>> = {
  flags,
  environment,
  output,
  csv,
  dates,
  'money-safety': moneySafety,
  'exit-codes': exitCodesTopic,
  automation,
  security,
  dialects,
  sandbox,
  glossary,
};
