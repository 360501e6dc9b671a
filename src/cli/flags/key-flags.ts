import { UsageError } from '../../money/errors.ts';
import { isPerson } from '../../money/runs/signing/allowed-signers.ts';
import { type FlagValues, InvalidValueError, option, optionalChoice, type Parse } from './flag.ts';
import { file } from './value-parsers.ts';

export const person: Parse<string> = (text) => {
  if (isPerson(text)) return text;
  throw new InvalidValueError(
    'must be up to 128 letters, digits or . _ @ + -, such as ada@example.com',
  );
};

/** The flags of commands that sign. */
export const keyFlags = {
  key: option(
    '--key <file>',
    "your SSH key: the private key's file, or the public one if the key is in ssh-agent (default: run.key)",
    file,
  ),
  person: option(
    '--person <name>',
    'name that you sign with, if your key is not in your list of trusted keys',
    person,
  ),
};

/** The flags that print the text that a person signs elsewhere. */
export const signableFlags = {
  signable: optionalChoice(
    '--signable [role]',
    'print the text to sign elsewhere (default: for the role that signs next)',
    ['maker', 'approver'],
  ),
  person: option('--person <name>', 'name of the signer (with --signable)', person),
};

/**
 * Refuses a text to sign without its signer, and a signer without a text.
 *
 * @throws {UsageError} for one flag without the other.
 */
export function assertSignable({ signable, person }: FlagValues<typeof signableFlags>): void {
  if ((signable === undefined) === (person === undefined)) return;
  throw new UsageError('--signable and --person require each other.');
}
