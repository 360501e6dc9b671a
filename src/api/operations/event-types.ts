/** The types of events of the sandbox. */

/** Every type, with what happened. */
export const eventTypes = {
  'accounting.connected': 'A business connected its accounting system',
  'accounting.disconnected': 'A business disconnected its accounting system',
  'accounting.sync_completed': 'A sync with the accounting system completed',
  'accounting.sync_failed': 'A sync with the accounting system failed',
  'balance.negative': 'The available balance of a business became negative',
  'bank_account.connected': 'A bank account was linked',
  'bank_account.debits_stopped':
    'Debits from a bank account were stopped after an unauthorized one',
  'bank_account.default_changed': 'A bank account became the default',
  'bank_account.frozen': 'A bank account was frozen by its bank',
  'bank_account.micro_deposits_posted': 'The micro-deposits of a bank account were posted',
  'bank_account.notice_of_change': 'A bank asked for a correction of a bank account',
  'bank_account.removed': 'A bank account was removed',
  'bank_account.verification_failed': 'A bank account failed its verification',
  'bank_account.verified': 'A bank account was verified',
  'business.created': 'A business was registered',
  'business.reinstated': 'A suspended business was reinstated',
  'business.suspended': 'A business was suspended',
  'business.verified': 'A business was verified',
  'connection.activated': 'An invited business connected',
  'connection.archived': 'A connection was archived',
  'connection.updated': 'The alias, settings or tags of a connection changed',
  'fault.applied': 'An injected fault was applied to a request',
  'invitation.accepted': 'An invitation was accepted',
  'invitation.cancelled': 'An invitation was cancelled',
  'invitation.created': 'An invitation was sent',
  'invitation.expired': 'An invitation expired',
  'invitation.rejected': 'An invitation was rejected',
  'invitation.resent': 'An invitation was sent again',
  'pay_me_link.configured': 'A pay-me link was configured',
  'pay_me_link.regenerated': 'A pay-me link got a new URL',
  'payable.approved': 'A payable was approved',
  'payable.cancelled': 'A payable was cancelled',
  'payable.created': 'A payable was created',
  'payable.declined': 'A payable was declined',
  'payable.paid': 'A payable was paid',
  'payable.reminder_sent': 'The payer was reminded of a payable',
  'payable.reopened': 'A payable can be paid again after its payment ended',
  'payable.scheduled': 'The payment of a payable was scheduled',
  'payable.submitted': 'A payable was submitted to its payer',
  'payable.updated': 'A payable was changed',
  'payment.cancelled': 'A payment was cancelled',
  'payment.completed': 'A payment settled',
  'payment.created': 'A payment was created',
  'payment.failed': 'A payment failed',
  'payment.held': 'A payment was held for review',
  'payment.initiated': 'A scheduled payment started on its date',
  'payment.processing': 'A payment was sent to the ACH network',
  'payment.released': 'A held payment was released',
  'payment.returned': 'A settled payment was returned',
  'payment.scheduled': 'A payment was scheduled for a later date',
  'payment_link.disabled': 'The payment link of a payable was disabled',
  'payment_link.enabled': 'The payment link of a payable was enabled',
  'payment_link.sent': 'The payment link of a payable was sent by email',
  'withdrawal.completed': 'A withdrawal arrived in the bank account',
  'withdrawal.created': 'A withdrawal was created',
  'withdrawal.failed': 'A withdrawal failed',
  'withdrawal.processing': 'A withdrawal was sent to the ACH network',
  'withdrawal.returned': 'A completed withdrawal was returned',
} as const;

/** The types that `remit sandbox trigger` cannot cause, with the way to cause them. */
export const notTriggerable: Readonly<Partial<Record<keyof typeof eventTypes, string>>> = {
  'fault.applied': 'needs a request of yours: remit sandbox fault add --http-status 503',
};

export type EventType = keyof typeof eventTypes;

export const isEventType = (text: string): text is EventType => Object.hasOwn(eventTypes, text);
