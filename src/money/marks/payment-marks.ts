/** The marks of prepared requests: each is read once, shown with the question, and checked against the policy. */

import type { EffectivePolicy } from '../../config/effective-policy.ts';
import { over } from '../gate/policy.ts';
import type { KnownMovement, PreparedRequest } from '../gate/prepare.ts';
import { APPROVED_PLAN } from '../journal/errors.ts';
import { recordReaderFor } from '../sending/record-reader.ts';
import { type CallContext, destinationOf } from '../sending/send-context.ts';
import { isOfDuplicate, isOfPayee, type Mark } from './mark.ts';
import { type FindMarks, type MarkReader, marksIn } from './read-marks.ts';

/** The marks of the requests of one run of the program. */
export interface PaymentMarks {
  /** Returns the marks of each movement of a request; none for one that pays nobody else, or whose movements are unknown. */
  readonly of: (prepared: PreparedRequest) => Promise<readonly (readonly Mark[])[]>;
  /**
   * Checks the marks of a request against the policy.
   *
   * @throws {GuardError} If it demands a second signature for a payee, or blocks duplicates (14).
   */
  readonly assertAllowed: (prepared: PreparedRequest, policy: EffectivePolicy) => Promise<void>;
}

/** Creates the marks of the requests of a run. */
export function createPaymentMarks(context: CallContext): PaymentMarks {
  const found = new WeakMap<PreparedRequest, Promise<readonly (readonly Mark[])[]>>();
  const finders = new Map<string, Promise<FindMarks>>();
  const finderFor = (businessId: string): Promise<FindMarks> => {
    const finder = finders.get(businessId) ?? readerFor(context, businessId).then(marksIn);
    finders.set(businessId, finder);
    return finder;
  };
  const of = (prepared: PreparedRequest) => {
    const marks = found.get(prepared) ?? read(prepared);
    found.set(prepared, marks);
    return marks;
  };
  const read = async ({ unknownReason, movements, options, ...prepared }: PreparedRequest) => {
    const businessId = prepared.businessId ?? context.business() ?? '';
    const isPayment = movements[0]?.kind === 'payment';
    if (unknownReason !== null || !isPayment) return [];
    const payments = (movements as readonly KnownMovement[]).map(({ cents, payee, payable }) => ({
      ...{ cents, payable, name: payee.name },
      ...{ businessId: payee.businessId, connectionId: payee.connectionId },
    }));
    return (await finderFor(businessId))(payments, options.plan?.plan);
  };
  return {
    of,
    async assertAllowed(prepared, policy) {
      const marks = (await of(prepared)).flat();
      assertMarksAllowed(policy, marks, { approved: prepared.options.approved ?? false });
    },
  };
}

async function readerFor(context: CallContext, businessId: string): Promise<MarkReader> {
  return {
    ...(await recordReaderFor(context, businessId)),
    destination: destinationOf(context),
    profile: context.profile ?? null,
    now: () => context.connection.client.lastResponse()?.date ?? new Date(),
  };
}

/**
 * Checks marks against the policy.
 *
 * @throws {GuardError} If it demands a second signature that is not there, or blocks duplicates (14).
 */
export function assertMarksAllowed(
  policy: EffectivePolicy,
  marks: readonly Mark[],
  { approved }: { readonly approved: boolean },
): void {
  const duplicate = policy.duplicateInvoices === 'block' ? marks.find(isOfDuplicate) : undefined;
  if (duplicate) {
    throw over(policy, 'duplicateInvoices', duplicate.code, withoutPeriod(duplicate), [
      'remit payable duplicates',
    ]);
  }
  const payee = policy.newPayee === 'approve' && !approved ? marks.find(isOfPayee) : undefined;
  if (payee) throw over(policy, 'newPayee', payee.code, withoutPeriod(payee), [APPROVED_PLAN]);
}

const withoutPeriod = ({ text }: Mark): string => text.replace(/\.$/, '');
