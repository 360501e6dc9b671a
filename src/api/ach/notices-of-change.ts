/** Notices of change: a bank accepts an entry and asks for a correction of the next ones. */

export interface NoticeOfChange {
  /** The title in the Nacha rules. */
  readonly title: string;
  /** The fields of the bank account to correct. */
  readonly corrects: readonly ('routingNumber' | 'accountNumber' | 'type' | 'identification')[];
}

/** The notices that concern payments of businesses, by code. */
export const noticesOfChange: Readonly<Record<string, NoticeOfChange>> = {
  C01: { title: 'Incorrect DFI Account Number', corrects: ['accountNumber'] },
  C02: { title: 'Incorrect Routing Number', corrects: ['routingNumber'] },
  C03: {
    title: 'Incorrect Routing Number and Incorrect DFI Account Number',
    corrects: ['routingNumber', 'accountNumber'],
  },
  C05: { title: 'Incorrect Transaction Code', corrects: ['type'] },
  C06: {
    title: 'Incorrect DFI Account Number and Incorrect Transaction Code',
    corrects: ['accountNumber', 'type'],
  },
  C07: {
    title: 'Incorrect Routing Number, Incorrect DFI Account Number, and Incorrect Transaction Code',
    corrects: ['routingNumber', 'accountNumber', 'type'],
  },
  C09: {
    title: 'Incorrect Individual Identification Number/Incorrect Receiver Identification Number',
    corrects: ['identification'],
  },
};

const fieldNames = {
  routingNumber: 'the routing number',
  accountNumber: 'the account number',
  type: 'the kind of account (checking or savings)',
  identification: 'the number that identifies the account holder',
} as const;

/** Business days to apply a correction; later if no entry is sent before then. */
export const NOTICE_DAYS = 6;

const NOTICE_DEADLINE = `within ${NOTICE_DAYS} business days or before the next entry, whichever is later`;

/** Returns what to correct and until when, as a sentence. */
export function noticeAdvice({ corrects }: NoticeOfChange): string {
  const fields = corrects.map((field) => fieldNames[field]);
  const list = [fields.slice(0, -1).join(', '), fields.at(-1)].filter(Boolean).join(' and ');
  return `Correct ${list} ${NOTICE_DEADLINE}.`;
}
