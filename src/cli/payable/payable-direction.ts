import type { Payable } from '../../contract/payable.ts';

/** Whether the business sent a payable and is to be paid; where the service does not say, whose it is says so. */
export const isSent = ({ direction, senderBusinessId }: Payable, businessId: string): boolean =>
  direction === undefined || direction === null
    ? senderBusinessId === businessId
    : direction === 'sent';
