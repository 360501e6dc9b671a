import { isDeepStrictEqual } from 'node:util';
import type { LooseInput } from '../api/client/build-request.ts';
import { passThrough } from '../api/client/response/pass-through.ts';
import type { OperationInput } from '../api/operations/operation.ts';
import { type NamedOperation, specOperations } from '../api/operations/operations.ts';
import { typeAmountAboveCents } from '../cli/confirmation-amount.ts';
import type { Context } from '../cli/context.ts';
import { nextLine } from '../cli/next-line.ts';
import { completeUpdate } from '../cli/payable/update-body.ts';
import { GuardError } from '../money/errors.ts';
import { confirmApprovals } from '../money/gate/approvals.ts';
import type { PreparedRequest } from '../money/gate/prepare.ts';
import { reauthorizationLine } from '../money/gate/reauthorization.ts';
import { canonicalJson, sha256 } from '../money/journal/canonical-json.ts';
import { createUnknownField } from '../runtime/operation-input.ts';
import { receiptOfFirst } from './already-done.ts';
import { createPersonRequired } from './ask-person.ts';
import { isConfirmed } from './input-schema.ts';
import { previewMoney } from './money-preview.ts';
import { toDescribed } from './operation-results.ts';
import { wordText } from './preview-text.ts';
import { type Preview, paymentWarnings, previewCall, withWarnings } from './previews.ts';
import { type Arguments, readArguments, type ToolRequest } from './read-arguments.ts';
import type { ToolContext } from './tool.ts';

/** Maximum size in bytes of a file that is returned as text. */
const MAX_BYTES = 1_000_000;

/** Calls the operation with this id, as `callOperation` does. */
export function callNamed(id: string, args: Arguments, tools: ToolContext): Promise<unknown> {
  const op = specOperations.find((it) => it.id === id);
  if (!op) throw new RangeError(`no operation ${id}`);
  return callOperation(op, args, tools);
}

/**
 * Calls the operation of a tool and returns the service's record; the receipt of the first request for a repeat that the
 * duplicate check blocks. A call that moves money, changes bank accounts, approves or cannot be undone is confirmed
 * first: by a person, or by a second call with the confirmation of the preview if the client cannot ask one. Throws like
 * `context.call`.
 *
 * @throws {UsageError} for invalid arguments.
 * @throws {GuardError} (14) for a call that is not confirmed.
 */
export async function callOperation(
  op: NamedOperation,
  args: Arguments,
  tools: ToolContext,
): Promise<unknown> {
  const { context } = tools;
  const request = readArguments(op, args, () => context.business());
  if (!isConfirmed(op)) return answerOf(op, request, context);
  const prepared = op.effect === 'money' ? await prepare(op, request, context) : undefined;
  try {
    return await confirmAndSend(op, request, tools, prepared);
  } catch (error) {
    const receipt = receiptOfFirst(error, prepared);
    if (receipt === undefined) throw error;
    return receipt;
  }
}

async function confirmAndSend(
  op: NamedOperation,
  request: ToolRequest,
  { context, confirmations, consent }: ToolContext,
  prepared: PreparedRequest<NamedOperation> | undefined,
): Promise<unknown> {
  await check(op, request, context, { prepared, consent });
  const preview = await previewOf(op, request, context, prepared);
  if (preview.refusal) throw preview.refusal;
  const { repeatOf, confirmation } = request;
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
  const options = { allowDuplicate: repeatOf, approval: preview.approval };
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

/** Prepares a call that moves money. */
async function prepare(
  op: NamedOperation,
  { input, repeatOf, businessId, reauthorized }: ToolRequest,
  context: Context,
): Promise<PreparedRequest<NamedOperation>> {
  const payments = await context.payments();
  const options = { allowDuplicate: repeatOf, businessId, reauthorized, mustBeKnown: true };
  return payments.prepare(op, inputOf(input), options);
}

/** Checks a call against the policy and the journal, before anyone is asked. */
async function check(
  op: NamedOperation,
  { input, repeatOf }: ToolRequest,
  context: Context,
  {
    prepared,
    consent,
  }: {
    readonly prepared: PreparedRequest | undefined;
    readonly consent: ToolContext['consent'];
  },
): Promise<void> {
  if (!prepared) {
    await context.checkWrite(op, inputOf(input), { allowDuplicate: repeatOf });
    return;
  }
  const payments = await context.payments();
  await payments.check(prepared);
  if (!consent.canAsk) await payments.checkSimilar(prepared);
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
  const { repeatOf } = request;
  if (repeatOf === undefined) return preview;
  const repeated = await (await context.journal()).show(repeatOf);
  const sent = repeated ? ` of ${repeated.createdAt} (${repeated.outcome})` : '';
  const line = `Again, although it was sent before: request ${wordText(repeatOf)}${sent}`;
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
  { input, businessId, repeatOf, reauthorized }: ToolRequest,
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
  const request = { id, input, businessId, repeatOf, reauthorized };
  return sha256(canonicalJson({ ...request, shown, subjects, profile, baseUrl }));
}

async function answerOf(
  op: NamedOperation,
  { input, repeatOf }: ToolRequest,
  context: Context,
): Promise<unknown> {
  if (op.produces) return fileOf(op, input, context);
  const complete = op.id === 'payable.update' ? await completeUpdate(input, context) : input;
  return toDescribed(op, await context.call(op, inputOf(complete), { allowDuplicate: repeatOf }));
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
