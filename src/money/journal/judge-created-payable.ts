/** Judges from the payables of a connection whether an unresolved invoice was created. */

import { centsOf, dollarsText } from '../../api/money.ts';
import { asRecord } from '../../is-record.ts';
import type { Verdict } from './intent.ts';
import { centsShown, isSince } from './observed-facts.ts';
import { factHash } from './sent-facts.ts';
import type { UnresolvedIntent } from './unresolved.ts';

/** The finding about an invoice, its reason as a sentence, and the id of the payable that was created. */
export interface CreationJudgement {
  /** Never `not-applied`: a number can be edited, and a payable deleted or hidden, by others. */
  readonly verdict: Extract<Verdict, 'applied'> | null;
  readonly reason: string;
  readonly serverId?: string | undefined;
}

/**
 * Judges whether an invoice was created. Its number finds candidates and proves nothing, since both partners choose
 * numbers: exactly one of them that the business sent, after the request, over the same amount, that proves no other
 * request and differs in nothing that was sent, proves it.
 */
export function judgeCreatedPayable(
  intent: UnresolvedIntent,
  onConnection: readonly unknown[],
): CreationJudgement {
  const { sent } = intent;
  if (typeof sent['invoiceNumber'] !== 'string') {
    return open('Without an invoice number it cannot be identified.');
  }
  const candidates = onConnection
    .map(asRecord)
    .filter((it) => factHash(it['invoiceNumber']) === sent['invoiceNumber'])
    .map((it) => ({ id: it['id'], against: contradictionsIn(intent, it) }));
  const proofs = candidates.filter(({ against }) => against.length === 0);
  const [proof, ...others] = proofs;
  if (proof && typeof proof.id === 'string' && others.length === 0) {
    return {
      verdict: 'applied',
      reason: `Payable ${proof.id} has its number and amount, and was created after the request.`,
      serverId: proof.id,
    };
  }
  if (others.length > 0) {
    return open(`${proofs.length} payables could be it: ${proofs.map(({ id }) => id).join(', ')}.`);
  }
  if (candidates.length === 0) {
    return open(
      'No payable of the connection has its invoice number. It may have been changed, deleted or hidden since.',
    );
  }
  const found = candidates.map(({ id, against }) => `${id} ${against.join(', ')}`);
  return open(`Its invoice number alone proves nothing: ${found.join('; ')}.`);
}

type Members = Readonly<Record<string, unknown>>;

/** Returns what speaks against a payable being the one that was created, each as the rest of a sentence. */
function contradictionsIn(intent: UnresolvedIntent, payable: Members): readonly string[] {
  const { id, amount, connectionId, dueDate, memo } = payable;
  const { sent, claimedIds } = intent;
  const cents = centsShown(amount);
  const sentCents = intent.amount === null ? null : centsOf(intent.amount);
  return [
    ...(isSentBy(payable, intent.businessId) ? [] : ['was not sent by this business']),
    ...(cents !== null && cents === sentCents
      ? []
      : [`is of ${amountText(cents)}, not ${amountText(sentCents)}`]),
    ...((connectionId ?? intent.connectionId) === intent.connectionId
      ? []
      : ['is of another connection']),
    ...(isSince({ createdAt: payable['createdAt'] }, intent)
      ? []
      : ['is not known to be created after the request']),
    ...(sent['dueDate'] === null || factHash(dueDate) === sent['dueDate']
      ? []
      : ['has another due date']),
    ...(factHash(memo) === sent['memo'] ? [] : ['has another memo']),
    ...(claimedIds.includes(String(id)) ? ['was created by another request'] : []),
  ];
}

const amountText = (cents: number | null): string =>
  cents === null ? 'an unknown amount' : `$${dollarsText(cents)}`;

/** Reports whether a payable says that the business sent it. */
const isSentBy = ({ senderBusinessId, direction }: Members, businessId: string | null): boolean =>
  typeof senderBusinessId === 'string' ? senderBusinessId === businessId : direction === 'sent';

const open = (reason: string): CreationJudgement => ({ verdict: null, reason });
