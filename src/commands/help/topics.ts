import { automation } from './topics/automation.ts';
import { csv } from './topics/csv.ts';
import { dates } from './topics/dates.ts';
import { dialects } from './topics/dialects.ts';
import { environment } from './topics/environment.ts';
import { exitCodesTopic } from './topics/exit-codes.ts';
import { flags } from './topics/flags.ts';
import { glossary } from './topics/glossary.ts';
import { moneySafety } from './topics/money-safety.ts';
import { output } from './topics/output.ts';
import { sandbox } from './topics/sandbox.ts';
import { security } from './topics/security.ts';

/** What is worth explaining beyond one command. */
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
