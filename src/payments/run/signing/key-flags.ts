import { InvalidValueError, option, type Parse } from '../../../cli/flags/flag.ts';
import { file } from '../../../cli/flags/value-parsers.ts';
import { isPerson } from './allowed-signers.ts';

/** Parses the name of a person. */
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
    'your name, if your key is not in your list of trusted keys',
    person,
  ),
};
