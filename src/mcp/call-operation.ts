import { isDeepStrictEqual } from 'node:util';
import type { LooseInput } from '../api/client/build-request.ts';
import { passThrough } from '../api/client/response/pass-through.ts';
import type { OperationInput } from '../api/operations/operation.ts';
import type { NamedOperation } from '../api/operations/operations.ts';
import { typeAmountAboveCents } from '../cli/confirmation-amount.ts';
import type { Context } from '../cli/context.ts';
import { nextLine } from '../cli/next-line.ts';
import { completeUpdate } from '../cli/payable/update-body.ts';
import { GuardError } from '../money/errors.ts';
import { confirmApprovals } from '../money/gate/approvals.ts';
import type { PreparedRequest } from '../money/gate/prepare.ts';
import { reauthorizationLine } from '../money/gate/reauthorization.ts';
import { canonicalJson, sha256 } from '../money/journal/canonical-json.ts';
import type { CallOptions } from '../money/port.ts';
import { createUnknownField } from '../runtime/operation-input.ts';
import { createPersonRequired } from './ask-person.ts';
import { isConfirmed } from './input-schema.ts';
import { previewMoney } from './money-preview.ts';
import { toDescribed } from './output-schema.ts';
import { wordText } from './preview-text.ts';
import { type Preview, paymentWarnings, previewCall, withWarnings } from './previews.ts';
import { type Arguments, readArguments, type ToolRequest } from './read-arguments.ts';
import type { ToolContext } from './tools.ts';

/** Maximum size in bytes of a file that is returned as text. */
const MAX_BYTES = 1_000_000;

/**
 * Calls the operation of a tool and returns the service's record. A call that moves money, changes bank accounts,
 * approves or cannot be undone is confirmed first: by a person, or by a second call with the confirmation of the preview
 * if the client cannot ask one. Throws like `context.call`.
 *
 * @throws {UsageError} for invalid arguments.
 * @throws {GuardError} (14) for a call that is not confirmed.
 */
export async function callOperation(
  op: NamedOperation,
  args: Arguments,
  { context, confirmations, consent }: ToolContext,
): Promise<unknown> {
  const request = readArguments(op, args, () => context.business());
  const { allowDuplicate, confirmation } = request;
  if (!isConfirmed(op)) return answerOf(op, request.input, context, { allowDuplicate });

  const prepared = await prepareChecked(op, request, context, consent);
  const preview = await previewOf(op, request, context, prepared);
  if (preview.refusal) throw preview.refusal;
  if (consent.canAsk) {
    if (confirmation !== undefined) throw createUnknownField('confirmation');
  } else {
    assertNoPersonRequired(context, preview);
    const fingerprint = await fingerprintOf(op, context, request, { preview, prepared });
    if (confirmation === undefined) {
      return previewed(preview, request, confirmations.give(fingerprint));
    }
    confirmations.use(confirmation, fingerprint);
    consent.acceptToken();
  }
  const { sentence, expected, stake } = preview;
  const lines = [...preview.lines, ...(expected === undefined ? [] : [`Expected: ${expected}`])];
  if (prepared) {
    const payments = await context.payments();
    await payments.confirm([prepared], lines, sentence, { isRun: stake?.isRun ?? false });
    const answer = await payments.send(prepared);
    const warnings = await paymentWarnings(context, op, request, answer);
    return withWarnings(toDescribed(op, answer), warnings);
  }
  await confirmPreview(context, preview, lines);
  assertSame(preview, await previewOf(op, request, context, undefined));
  const options = { allowDuplicate, approval: preview.approval };
  return toDescribed(op, await context.call(op, inputOf(request.input), options));
}

async function confirmPreview(
  context: Context,
  { approval, sentence, stake }: Preview,
  lines: readonly string[],
): Promise<void> {
  if (approval) await confirmApprovals(context, [approval], { lines, question: sentence });
  else await context.confirm(lines, sentence, stake);
}

/** Prepares a call that moves money. Checks every call against the policy and the journal before anyone is asked. */
async function prepareChecked(
  op: NamedOperation,
  { input, allowDuplicate, businessId, reauthorized }: ToolRequest,
  context: Context,
  { canAsk }: ToolContext['consent'],
): Promise<PreparedRequest<NamedOperation> | undefined> {
  if (op.effect !== 'money') {
    await context.checkWrite(op, inputOf(input), { allowDuplicate });
    return undefined;
  }
  const payments = await context.payments();
  const options = { allowDuplicate, businessId, reauthorized, mustBeKnown: true };
  const prepared = await payments.prepare(op, inputOf(input), options);
  await payments.check(prepared);
  if (!canAsk) await payments.checkSimilar(prepared);
  return prepared;
}

/** Describes a call, and the earlier request that it repeats. */
async function previewOf(
  op: NamedOperation,
  request: ToolRequest,
  context: Context,
  prepared: PreparedRequest | undefined,
): Promise<Preview> {
  const preview = prepared
    ? await previewMoney(context, prepared)
    : await previewCall(op, context, request);
  const { allowDuplicate } = request;
  if (allowDuplicate === undefined) return preview;
  const repeated = await (await context.journal()).show(allowDuplicate);
  const sent = repeated ? ` of ${repeated.createdAt} (${repeated.outcome})` : '';
  const line = `Again, although it was sent before: request ${wordText(allowDuplicate)}${sent}`;
  return { ...preview, lines: [...preview.lines, line] };
}

/** Throws if the effect of a call is no longer the one that was shown. */
function assertSame(shown: Preview, now: Preview): void {
  if (now.sentence === shown.sentence && isDeepStrictEqual(now.lines, shown.lines)) return;
  throw new GuardError(
    'changed_meanwhile',
    'What the call would do changed after it was shown; nothing was sent.',
  );
}

/** Throws for an amount that only a person may confirm. */
function assertNoPersonRequired({ settings, system }: Context, { stake, command }: Preview): void {
  if (!stake) return;
  const limit = typeAmountAboveCents(settings());
  if (stake.cents !== null && stake.cents <= limit) return;
  const hint = command === undefined ? undefined : nextLine(command, system.argv);
  throw createPersonRequired(stake.cents ?? 0, limit, hint);
}

const previewed = (
  { sentence, lines, expected }: Preview,
  { reauthorized }: ToolRequest,
  args: { readonly confirmation: string; readonly expiresAt: string },
) => ({
  done: false,
  // A person is shown this line by the gate.
  wouldDo: [
    sentence,
    ...lines,
    ...(reauthorized ? [String(reauthorizationLine(reauthorized))] : []),
  ],
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
  { input, businessId, allowDuplicate, reauthorized }: ToolRequest,
  {
    preview: { sentence, lines },
    prepared,
  }: { readonly preview: Preview; readonly prepared: PreparedRequest | undefined },
): Promise<string> {
  const { profile, baseUrl } = await context.identity();
  const shown = [sentence, ...lines];
  const subjects = (prepared?.movements ?? []).map(({ payableId, payee, payable }) => ({
    ...{ payableId, payee, number: payable?.invoiceNumber, direction: payable?.direction },
  }));
  const request = { id, input, businessId, allowDuplicate, reauthorized };
  return sha256(canonicalJson({ ...request, shown, subjects, profile, baseUrl }));
}

async function answerOf(
  op: NamedOperation,
  input: LooseInput,
  context: Context,
  options: CallOptions,
): Promise<unknown> {
  if (op.produces) return fileOf(op, input, context);
  const complete = op.id === 'payable.update' ? await completeUpdate(input, context) : input;
  return toDescribed(op, await context.call(op, inputOf(complete), options));
}

async function fileOf(op: NamedOperation, input: LooseInput, context: Context): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const download = await (await context.service()).download(op, inputOf(input));
  for await (const chunk of passThrough(download, undefined)) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > MAX_BYTES) {
      throw new GuardError('too_large', `The file is larger than ${MAX_BYTES} bytes.`, [
        'remit payable export, or remit connection export, with --out <file>',
      ]);
    }
    chunks.push(part);
  }
  return { contentType: op.produces, text: Buffer.concat(chunks).toString() };
}

/** Casts the input, which was checked against the schemas of the operation. */
const inputOf = (input: LooseInput) => input as OperationInput<NamedOperation>;
