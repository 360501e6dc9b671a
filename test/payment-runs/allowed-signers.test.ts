import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/errors.ts';
import {
  type AllowedSigner,
  allowedSignersText,
  fingerprintOf,
  isPerson,
  NAMESPACE,
  parseAllowedSigners,
  parsePublicKey,
  VERDICT_NAMESPACE,
} from '../../src/money/runs/signing/allowed-signers.ts';

/** Returns the base64 of a key that says that it is of a type, with bytes to tell it from others. */
function base64Of(type: string, bytes: string): string {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(type.length);
  return Buffer.concat([length, Buffer.from(type), Buffer.from(bytes.repeat(36))]).toString(
    'base64',
  );
}
const TYPE = 'ssh-ed25519';
const [ADA, BO] = [base64Of(TYPE, 'a'), base64Of(TYPE, 'b')];

const signer = (person: string, base64: string, more: Partial<AllowedSigner> = {}) => ({
  ...{ person, key: { type: TYPE, base64 } },
  ...{ namespaces: undefined, validAfter: undefined, validBefore: undefined, ...more },
});
const parse = (...lines: readonly string[]) =>
  parseAllowedSigners(lines.join('\n'), 'signers').map(({ person, ...it }) => ({
    ...signer(person, ''),
    ...{ key: it.key, namespaces: it.namespaces },
    ...{ validAfter: it.validAfter, validBefore: it.validBefore },
  }));

describe('a public key', () => {
  test.each([
    'ssh-ed25519',
    'ssh-rsa',
    'ecdsa-sha2-nistp256',
    'ecdsa-sha2-nistp521',
    'sk-ssh-ed25519@openssh.com',
    'sk-ecdsa-sha2-nistp256@openssh.com',
  ])('of type %s may sign plans', (type) => {
    const key = { type, base64: base64Of(type, 'k') };
    expect(parsePublicKey(`${type} ${key.base64}`)).toEqual(key);
    expect(parsePublicKey(` ${type} \t${key.base64}\t ada at home\n`)).toEqual(key);
    expect(parseAllowedSigners(`ada ${type}  ${key.base64} at home`, 'signers')).toMatchObject([
      { person: 'ada', key },
    ]);
  });

  test.each([
    ['of another type', `ssh-dss ${base64Of('ssh-dss', 'k')}`],
    ['of a type without its number', `ecdsa-sha2-nistp ${base64Of('ecdsa-sha2-nistp', 'k')}`],
    ['of another type than it says', `ssh-rsa ${ADA}`],
    ['after other text', `x${TYPE} ${ADA}`],
    ['after options', `restrict ${TYPE} ${ADA}`],
    ['with other text at its end', `${TYPE} ${ADA}:ada`],
    ['of two words that are one', `${TYPE}${ADA}`],
    ['that is cut off', `${TYPE} AAAAC3NzaC1lZDI1NTE5`],
    ['without a key', TYPE],
    ['of a name that is longer than the key', `${TYPE} ${'/'.repeat(60)}`],
  ])('%s signs nothing', (_, text) => {
    expect(parsePublicKey(text)).toBeUndefined();
    expect(() => parseAllowedSigners(`ada ${text}`, 'signers')).toThrow('signers:1: ');
  });

  test('that is written without its padding is the same key, so that two persons cannot share it', () => {
    const padded = base64Of('ssh-rsa', 'a');
    const bare = padded.replace(/=+$/, '');
    expect(padded).not.toBe(bare);
    expect(parsePublicKey(`ssh-rsa ${bare}`)).toEqual({ type: 'ssh-rsa', base64: padded });
    expect(() => parse(`ada ssh-rsa ${padded}`, `bo ssh-rsa ${bare}`)).toThrow('this key');
  });

  test('has the fingerprint that ssh-keygen prints', () => {
    const key = 'AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';
    expect(fingerprintOf({ type: TYPE, base64: key })).toBe(
      'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU',
    );
  });
});

describe('the name of a person', () => {
  test.each(['ada', 'A', '7', 'ada@example.com', 'a.b_c+d-e@f', 'a'.repeat(128)])(
    'is %s',
    (name) => {
      expect(isPerson(name)).toBe(true);
      expect(parse(`${name} ${TYPE} ${ADA}`)).toEqual([signer(name, ADA)]);
    },
  );

  test.each([
    '',
    '-ada',
    '.ada',
    '@example.com',
    'ada*',
    '!ada',
    'ada,bo',
    'a b',
    'ada\n',
    'a'.repeat(129),
  ])('is not %j, which could be several', (name) => expect(isPerson(name)).toBe(false));
});

describe('a file of signers', () => {
  test('is read line by line, comments and empty lines aside', () => {
    const text = `# of ${TYPE} ${ADA}\r\n\r\n \t\n  # none\nada ${TYPE} ${ADA}\r\n\tbo\t${TYPE}\t${BO}\tat home`;
    expect(parse(text)).toEqual([signer('ada', ADA), signer('bo', BO)]);
    expect(parse('')).toEqual([]);
  });

  test('has the limits of each signer, whatever the case and order of their names', () => {
    expect(
      parse(
        `ada namespaces="git,remit-plan",valid-after="20260101",valid-before="20270131120000" ${TYPE} ${ADA}`,
        `bo VALID-BEFORE="202701311200",Namespaces="a b, c" ${TYPE} ${BO}`,
      ),
    ).toEqual([
      signer('ada', ADA, {
        ...{ namespaces: 'git,remit-plan', validAfter: '20260101' },
        validBefore: '20270131120000',
      }),
      signer('bo', BO, { namespaces: 'a b, c', validBefore: '202701311200' }),
    ]);
  });

  test.each([
    'cert-authority',
    'cert-authority,namespaces="a"',
    'namespaces="a",cert-authority',
    'namespaces="a",Namespaces="b"',
    'namespaces=""',
    'xnamespaces="a"',
    'namespaces="a"x',
    'namespaces=a',
    'valid-before="tomorrow"',
    'valid-before="2026"',
    'valid-before="2026010"',
    'valid-before="20260101Z"',
    'valid-before="x20260101"',
    'valid-before="2026010112"',
    'valid-before="2026010112000"',
    'valid-after="202601011200001"',
  ])('with the option %s is refused, since nobody knows whom it limits', (options) => {
    expect(() => parse(`ada ${options} ${TYPE} ${ADA}`)).toThrow(
      'signers:1: has an option other than namespaces, valid-after and valid-before.',
    );
  });

  test.each([
    ['ada', 'is not a person and a public key of a known type'],
    [`${TYPE} ${ADA}`, 'is not a person and a public key of a known type'],
    [`ada bo ${TYPE} ${ADA}`, 'has an option other than namespaces, valid-after and valid-before'],
    [`ada ${TYPE} ${ADA}|`, 'is not a person and a public key of a known type'],
    [`ada ssh-rsa ${ADA}`, 'is not a person and a public key of a known type'],
    [
      `*@example.com ${TYPE} ${ADA}`,
      'must name one person: letters, digits and . _ @ + - only, no pattern',
    ],
  ])('is refused for the line %s, which is named', (line, reason) => {
    const refused = () => parse('# signers', line);
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(`signers:2: ${reason}.`);
  });

  test('with a person or a key on two lines is refused: two approvals are of two persons', () => {
    const ada = `ada ${TYPE} ${ADA}`;
    const twice = 'one person has one line';
    expect(() => parse('', ada, `Ada ${TYPE} ${BO}`)).toThrow(
      `signers:3: ada is also on line 2; ${twice}.`,
    );
    expect(() => parse(`ADA ${TYPE} ${BO}`, ada)).toThrow(
      `signers:2: ADA is also on line 1; ${twice}.`,
    );
    expect(() => parse(ada, `bo ${TYPE} ${ADA}`)).toThrow(
      `signers:2: this key is also on line 1; ${twice}.`,
    );
  });

  test('is written as it is read', () => {
    const signers = [
      signer('ada', ADA),
      signer('bo', BO, {
        ...{ namespaces: 'remit-plan', validAfter: '20260101' },
        validBefore: '20270131',
      }),
    ];
    const text = allowedSignersText(signers);
    expect(text).toBe(
      `ada ${TYPE} ${ADA}\nbo namespaces="remit-plan",valid-after="20260101",valid-before="20270131" ${TYPE} ${BO}\n`,
    );
    expect(parse(text)).toEqual(signers);
  });
});

test('signatures of plans and of verdicts have the namespaces that people sign them with elsewhere', () => {
  expect([NAMESPACE, VERDICT_NAMESPACE]).toEqual(['remit-plan', 'remit-verdict']);
});
