import { Refused } from '../../contract/refusal.ts';

/** Answers an operation whose rules are not built yet: 501, never an invented success. */
export const notBuilt = async (): Promise<never> => {
  throw new Refused(501, 'not_implemented', 'This sandbox does not offer this operation yet.');
};
