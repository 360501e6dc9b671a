/** The facts that the service verifies a business by: asked for in a terminal, and named if they are missing. */

import type { Business } from '../../api/operations/business.ts';
import type { Context } from '../../cli/context.ts';
import { type Parse, problemOf } from '../../cli/flags/flag.ts';
import { date, ein, words } from '../../cli/flags/value-parsers.ts';

/** The flags with these facts. */
export interface VerificationFlags {
  readonly ein: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly dob: string | undefined;
}

/**
 * Asks for the facts that are missing, and returns those that were given or typed. An empty answer leaves the EIN or the
 * controller out. Nobody is asked without a terminal.
 *
 * @throws {InterruptedError} if the person gives no answer.
 */
export async function askForVerification(
  context: Context,
  given: VerificationFlags,
): Promise<VerificationFlags> {
  if (context.globalFlags.yes || context.writeFlags?.dryRun) return given;
  const ask = async (label: string, flag: string, parse: Parse<string>, isOptional = false) => {
    const answer = await context.prompt.line({ label, flag }, (text) =>
      isOptional && text.trim() === '' ? undefined : problemOf(text, parse),
    );
    return answer === undefined || answer.trim() === '' ? undefined : parse(answer);
  };
  const taxId =
    given.ein ??
    (await ask('Employer identification number, or Enter for none', '--ein', ein, true));
  const firstName =
    given.firstName ??
    (await ask(
      'First name of the controller, or Enter for none',
      '--controller-first-name',
      words,
      true,
    ));
  if (firstName === undefined) return { ...given, ein: taxId };
  const lastName =
    given.lastName ?? (await ask('Last name of the controller', '--controller-last-name', words));
  const dob =
    given.dob ??
    (await ask('Date of birth of the controller, YYYY-MM-DD', '--controller-dob', date));
  return { ein: taxId, firstName, lastName, dob };
}

/** Asks for the controller's social security number, which is not shown. */
export const askForSsn = (context: Context): Promise<string> =>
  context.prompt.secret(
    { label: 'Social security number of the controller', flag: '--controller-ssn-file <file|->' },
    (text) =>
      /^(\d{9}|\d{3}-\d{2}-\d{4})$/.test(text.trim()) ? undefined : 'It must be nine digits.',
  );

/** Says what the verification of a new business still needs, since the service has no operation to add it. */
export function tellMissing(
  context: Context,
  { id, businessType }: Business,
  { ein: taxId, firstName }: VerificationFlags,
): void {
  const hasController = firstName !== undefined;
  // A sole proprietor is identified by the controller alone.
  const needsEin = businessType !== 'soleProprietorship' || !hasController;
  const missing = [
    ...(taxId === undefined && needsEin ? ['an EIN (--ein)'] : []),
    ...(hasController ? [] : ['a controller (--controller-first-name and the flags after it)']),
  ];
  if (missing.length === 0) return;
  context.notice(
    `${id} stays pending: its verification needs ${missing.join(' and ')}. The service has no operation to add them: create the business again with them, or ask the service.`,
    { isLast: true },
  );
}
