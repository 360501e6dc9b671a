import { command, type Subgroup } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { argument, option } from '../../cli/flags/flag.ts';
import { person } from '../../cli/flags/key-flags.ts';
import { date, words } from '../../cli/flags/value-parsers.ts';
import { UsageError } from '../../money/errors.ts';
import {
  type AllowedSigner,
  fingerprintOf,
  NAMESPACE,
  type PublicKey,
  parsePublicKey,
} from '../../money/runs/signing/allowed-signers.ts';
import { revokeSigner, signersFileOf, trustSigner } from '../../money/runs/signing/signer-files.ts';
import {
  assertOwnSignersCount,
  readSignersInUse,
} from '../../money/runs/signing/signers-in-use.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';

const keyColumns = columns('person', 'type', 'fingerprint', 'validAfter', 'validBefore');

const list = command({
  name: 'list',
  summary: 'List the people who may sign plans, and their keys',
  view: listOf(keyColumns, 'No keys.'),
  examples: {
    'List all people and keys': 'remit run key list',
    'Print them as JSON': 'remit run key list --json',
  },

  run: async ({ context }) => (await readSignersInUse(context)).signers.map(rowOf),
});

const trust = command({
  name: 'trust',
  summary: 'Trust a person to sign plans with an SSH key',
  about:
    'Adds a line to the allowed_signers file of OpenSSH in the directory of the settings. A person has one line, and a line one key. Dates are UTC.',
  args: {
    person: argument('<person>', 'name of the person, such as ada@example.com', person),
    key: argument('<key>', "SSH public key, or its file: 'ssh-ed25519 AAAA…'", words),
  },
  flags: {
    validAfter: option('--valid-after <date>', 'first day on which signatures are valid', date),
    validBefore: option('--valid-before <date>', 'day from which they are not', date),
  },
  asks: true,
  view: recordOf(keyColumns),
  examples: {
    'Trust the key of a person': 'remit run key trust bo bo.pub',
    'Trust it until a date, without a prompt':
      'remit run key trust bo bo.pub --valid-before 2027-03-31 --yes --json',
  },

  async run({ context, args, flags }) {
    await assertOwnSignersCount(context);
    const key = await publicKeyIn(context, args.key);
    const signer: AllowedSigner = {
      person: args.person,
      key,
      namespaces: NAMESPACE,
      validAfter: flags.validAfter?.replaceAll('-', ''),
      validBefore: flags.validBefore?.replaceAll('-', ''),
    };
    await context.confirm(
      [
        `${args.person} may sign plans with the key ${fingerprintOf(key)} (${key.type}).`,
        `File: ${signersFileOf(context)}`,
      ],
      'Trust the key?',
    );
    await trustSigner(context, signer);
    return rowOf(signer);
  },
});

const revoke = command({
  name: 'revoke',
  summary: "Revoke a person's key",
  about:
    'Removes the line of allowed_signers and adds the key to revoked_keys (a list of public keys, or a KRL of ssh-keygen -k): no signature with it is valid any more, earlier ones included.',
  args: { person: argument('<person>', 'name of the person', person) },
  asks: true,
  view: recordOf(keyColumns),
  examples: {
    'Revoke the key of a person': 'remit run key revoke bo',
    'Revoke it in a script, without a prompt': 'remit run key revoke bo --yes --json',
  },

  async run({ context, args }) {
    await assertOwnSignersCount(context);
    await context.confirm(
      [`No signature of ${args.person} with this key is valid any more, earlier ones included.`],
      'Revoke the key?',
    );
    return rowOf(await revokeSigner(context, args.person));
  },
});

const rowOf = (signer: AllowedSigner) => ({
  person: signer.person,
  type: signer.key.type,
  fingerprint: fingerprintOf(signer.key),
  validAfter: signer.validAfter ?? null,
  validBefore: signer.validBefore ?? null,
});

/** Returns a public key that was typed, or that a file holds. */
async function publicKeyIn(context: Context, typed: string): Promise<PublicKey> {
  const content = parsePublicKey(typed) ? typed : await context.files.readText(typed);
  const key = parsePublicKey(content);
  if (key) return key;
  throw new UsageError(`${typed} is not one SSH public key of a type that signs.`, {
    next: ['name the .pub file, or the line in it'],
  });
}

export const key: Subgroup = {
  name: 'key',
  summary: 'Manage the keys that sign plans',
  commands: [list, trust, revoke],
};
