import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/money/errors.ts';
import type { PlanFile } from '../../src/money/runs/plan.ts';
import { parseSignedText, planSubject } from '../../src/money/runs/signing/signable.ts';

const planOf = (kind: PlanFile['plan']['kind'] = 'payables') =>
  ({
    hash: 'sha256:1f',
    plan: {
      ...{ kind, origin: 'https://pay.example', businessId: 'biz_1' },
      ...{ totals: { count: 3, cents: 123_456 }, expiresAt: '2026-03-09T15:00:00.000Z' },
    },
  }) as PlanFile;
const at = '2026-03-02T15:00:00.000Z';
const claim = { role: 'approver', person: 'bo', at } as const;
const text = planSubject(planOf()).textOf(claim);
const signature = '-----BEGIN SSH SIGNATURE-----\nU1NI\n-----END SSH SIGNATURE-----\n';

describe('the text that a person signs', () => {
  test('says who, as what, when, and which money by which service', () => {
    expect(text).toBe(
      `remit plan signature
role: approver
person: bo
time: 2026-03-02T15:00:00.000Z
plan: sha256:1f
service: https://pay.example
business: biz_1
kind: payables
payments: 3
total: $1,234.56
expires: 2026-03-09T15:00:00.000Z
`,
    );
  });

  test.each([
    ['payables', 'payables'],
    ['quickPayments', 'quick payments'],
    ['withdrawal', 'withdrawal'],
  ] as const)('names what %s are paid as', (kind, words) => {
    expect(planSubject(planOf(kind)).textOf(claim)).toContain(`\nkind: ${words}\n`);
  });
});

describe('a signature that was made elsewhere', () => {
  test('counts for the text before it', () => {
    expect(parseSignedText(planSubject(planOf()), 'approver', `${text}${signature}`)).toEqual({
      ...claim,
      signature,
    });
  });

  test.each([
    ['without its text', signature],
    ['with a text alone', text],
    ['with something else in its place', `${text}x`],
    ['of another plan', `${text.replace('sha256:1f', 'sha256:2f')}${signature}`],
    ['of another amount', `${text.replace('$1,234.56', '$1,234.57')}${signature}`],
    ['of another role', `${text.replace('approver', 'maker')}${signature}`],
    ['of nobody', `${text.replace('person: bo', 'person: ')}${signature}`],
    ['of a pattern of persons', `${text.replace('person: bo', 'person: *')}${signature}`],
    ['of two texts', `${text}${text}${signature}`],
    ['without the time', `${text.replace(/time: .*\n/, '')}${signature}`],
    ['with words before its text', `x${text}${signature}`],
    ['with nothing', ''],
  ])('%s is refused, with the way to make one', (_, content) => {
    const refused = () => parseSignedText(planSubject(planOf()), 'approver', content);
    expect(refused).toThrow(UsageError);
    expect(refused).toThrow(
      expect.objectContaining({
        message:
          'The signature must follow the text that was signed, which is not that of this plan for its approver.',
        next: [
          'remit run show <plan> --signable approver --person <name> > text.txt',
          'ssh-keygen -Y sign -n remit-plan -f <key> text.txt; cat text.txt text.txt.sig',
        ],
      }),
    );
  });
});
