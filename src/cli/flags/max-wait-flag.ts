import { option } from './flag.ts';
import { wholeNumber } from './value-parsers.ts';

/** The default of `--max-wait`, in seconds. */
export const MAX_WAIT_SECONDS = 300;

export const maxWaitFlag = option(
  '--max-wait <s>',
  `maximum wait in seconds (default ${MAX_WAIT_SECONDS})`,
  wholeNumber(0, 86_400),
);
