import { findReturnCode } from '../../api/ach/return-codes.ts';
import type { SectionField } from '../../render/sections.ts';

/** Returns an ACH return code with its title: `R01 Insufficient Funds`. Any other code is unchanged. */
const withTitle = (code: string): string =>
  [code, findReturnCode(code)?.title].filter(Boolean).join(' ');

/** Returns why a payment failed, in sections: the code with its title, the service's reason, and what to do. */
export const failureFields = (
  code: string | null | undefined,
  reason: string | null | undefined,
): readonly SectionField[] => {
  const known = findReturnCode(code);
  return [
    { label: 'Code', kind: 'text', value: code && withTitle(code) },
    { label: 'Reason', kind: 'text', value: reason === known?.title ? undefined : reason },
    { label: 'Meaning', kind: 'prose', value: known?.meaning },
    { label: 'What to do', kind: 'prose', value: known?.advice },
  ];
};
