import type { CallOptions, Context } from '../../cli/context.ts';
import { GuardError } from '../../cli/errors.ts';
import { editable } from '../../cli/payable/update-body.ts';
import type { OperationInput } from '../../contract/operation.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import { payable } from '../../contract/payable.ts';
import type { LooseInput } from '../../http/build-request.ts';
import { originalOf } from '../../http/response/original.ts';
import { passThrough } from '../../http/response/pass-through.ts';
import { asRecord } from '../../is-record.ts';
import { hashCanonicalJson } from '../../journal/canonical-json.ts';
import type { Confirmations } from './confirmations.ts';
import { isConfirmed } from './input-schema.ts';
import {
  moneyPreviewOf,
  type Preview,
  paymentWarnings,
  previewCall,
  withWarnings,
} from './previews.ts';
import { type Arguments, readArguments, type ToolRequest } from './read-arguments.ts';

/** Maximum size in bytes of a file that is returned as text. */
const MOST_BYTES = 1_000_000;

/**
 * Calls the operation of a tool and returns the service's own record. A call that moves money or cannot be undone
 * returns a preview until it is confirmed. Throws like `context.call`.
 *
 * @throws {UsageError} for invalid arguments.
 * @throws {GuardError} (14) for a confirmation that is not valid for this call.
 */
export async function callOperation(
  op: NamedOperation,
  args: Arguments,
  { context, confirmations }: { context: Context; confirmations: Confirmations },
): Promise<unknown> {
  const request = readArguments(op, args, () => context.business());
  const { allowDuplicate, businessId } = request;
  if (!isConfirmed(op)) return answerOf(op, request.input, context, { allowDuplicate });

  const prepared =
    op.effect === 'money'
      ? await (await context.payments()).prepare(op, inputOf(request.input), {
          allowDuplicate,
          businessId,
          mustBeKnown: true,
        })
      : undefined;
  if (prepared) await (await context.payments()).check(prepared);
  else await context.checkWrite(op, inputOf(request.input), { allowDuplicate });
  const preview = prepared
    ? await moneyPreviewOf(op, context, prepared)
    : await previewCall(op, context, request);
  if (preview.refusal) throw preview.refusal;
  const fingerprint = await fingerprintOf(op, context, request, preview);
  if (request.confirmation === undefined)
    return previewed(preview, confirmations.give(fingerprint));
  confirmations.use(request.confirmation, fingerprint);
  const answer = prepared
    ? await (await context.payments()).send(prepared)
    : await context.call(op, inputOf(request.input), { allowDuplicate });
  return withWarnings(originalOf(answer), await paymentWarnings(context, op, request, answer));
}

/** Returns a preview with its confirmation token. */
const previewed = (
  { lines, expected }: Preview,
  args: { readonly confirmation: string; readonly expiresAt: string },
) => ({
  done: false,
  wouldDo: lines,
  ...(expected && { expected }),
  ...args,
  next: 'to confirm, call again with the same arguments and this confirmation',
});

/**
 * Returns the hash of everything that a confirmation is valid for: the request, its sender and destination, and the
 * preview.
 */
async function fingerprintOf(
  { id }: NamedOperation,
  context: Context,
  { input, businessId, allowDuplicate }: ToolRequest,
  { lines }: Preview,
): Promise<string> {
  const { profile, baseUrl } = await context.identity();
  return hashCanonicalJson({ id, input, businessId, allowDuplicate, lines, profile, baseUrl });
}

async function answerOf(
  op: NamedOperation,
  input: LooseInput,
  context: Context,
  options: CallOptions,
): Promise<unknown> {
  if (op.produces) return fileOf(op, input, context);
  const complete = op.id === 'payable.update' ? await wholePayable(input, context) : input;
  return originalOf(await context.call(op, inputOf(complete), options));
}

/** Adds the unchanged fields of the payable: a service whose PUT replaces the whole record must not lose a field. */
async function wholePayable(input: LooseInput, context: Context): Promise<LooseInput> {
  const { businessId, payableId } = asRecord(input.params);
  const params = { businessId: String(businessId), payableId: String(payableId) };
  const before = editable(await context.call(payable.get, { params }));
  return { ...input, body: { ...before, ...asRecord(input.body) } };
}

async function fileOf(op: NamedOperation, input: LooseInput, context: Context): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const download = await (await context.service()).download(op, inputOf(input));
  for await (const chunk of passThrough(download, undefined)) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > MOST_BYTES) {
      throw new GuardError('too_large', `The file is larger than ${MOST_BYTES} bytes.`, [
        'remit payable export, or remit connection export, with --out <file>',
      ]);
    }
    chunks.push(part);
  }
  return { contentType: op.produces, text: Buffer.concat(chunks).toString() };
}

/** Casts the input, which was checked against the schemas of the operation. */
const inputOf = (input: LooseInput) => input as OperationInput<NamedOperation>;
