/**
 * A model of the protocol between programs, their journals and a service: every step that any of them can take next.
 *
 * All programs try to make the same payment: a second one is a repeat of the first. A program that stalls is one that
 * takes no step for a while; a machine that is switched off is a program that crashes.
 */

/** The rules that keep the payment from being made twice. Each can be left out, to see what it prevents. */
export const rules = {
  recordFirst: 'The intent is committed before the first byte of its request is sent.',
  oneTransaction: 'The duplicate check and the insertion of the intent are one transaction.',
  lockUnresolved: 'An unresolved intent blocks every repeat.',
  lockPayables: 'Requests that pay the same payable block each other, single or in a batch.',
  guardApplied: 'An applied intent blocks its repeat until its payment has provably ended.',
  keyOfMeaning: 'A natural key contains no default, such as the account to pay from.',
  livingSender: 'A verdict on an intent is refused while its sender can still send.',
  checkBeforeSending: 'Before the first byte, the sender reads its intent and its age again.',
  unknownIsListed: 'A lost response is an unknown outcome, not a failure.',
  outcomeBeatsVerdict: 'A known outcome counts more than a verdict, in limits too.',
  oneRecordOneIntent: 'A record proves one intent, and only if no other record could.',
  laterRecords: 'A record that is older than the request proves nothing about it.',
  visibleAbsence: 'Absence proves something only if the service shows payments immediately.',
  derivedKeys: 'An idempotency key is derived from the payment, not drawn at random.',
  storedKey: 'An attempt without an end is repeated as it was, under its stored key.',
  endedPayments: 'A payment that ended gets another key, and its replay is no success.',
} as const;

export type Rule = keyof typeof rules;

/** The conditions under which the programs run. */
export interface Setting {
  /** A reference names a payment of which the service has no record, in every journal. */
  readonly operation: 'payable' | 'quick' | 'reference';
  readonly place: 'one machine' | 'two hosts, one journal' | 'two journals';
  readonly honorsKeys: boolean;
  /** True if the service may apply a request after the quiet period of `journal reconcile`. */
  readonly appliesLate: boolean;
  /** True if a sender may stall between its last check and the first byte, for longer than other hosts wait. */
  readonly stallsAtFirstByte: boolean;
  /** True if the service shows a payment on its payable immediately. */
  readonly showsPayments: boolean;
  /** True if a client without a journal may pay the payable too; its payment is returned. */
  readonly hasOtherClient: boolean;
  /** True if the service's times are whole seconds: the payment before an intent may look as if it came after. */
  readonly hasWholeSeconds: boolean;
  /** The request of each program: the payable alone, or in a batch. */
  readonly shapes: readonly ('single' | 'batch')[];
  readonly crashes: number;
  readonly without?: Rule;
}

const endings = [
  'applied',
  'already paid',
  'not applied',
  'blocked',
  'unknown',
  'crashed',
] as const;

export interface Program {
  readonly at:
    | (typeof endings)[number]
    | 'settling'
    | 'start'
    | 'read'
    | 'checked'
    | 'recorded'
    | 'clear'
    | 'sent';
  /** True once its deadline has passed, on either clock. */
  readonly isLate: boolean;
  /** The default account, and the number of payments that had ended, when it read the record. */
  readonly account: number;
  readonly ended: number;
  readonly key: string;
}

export interface Intent {
  /** Not applied: not sent, or refused. */
  readonly outcome: 'applied' | 'unknown' | 'not applied' | null;
  readonly verdict: 'applied' | 'not-applied' | null;
  /** The payment that outcome or verdict names. */
  readonly payment: number | null;
  /** The payments that existed before it. */
  readonly since: number;
}

interface Payment {
  /** The program whose request made it; -1 for another client's. */
  readonly by: number;
  readonly key: string;
  readonly account: number;
  readonly isEnded: boolean;
}

/** All that a step depends on. A program, its intent and its request have the same index. */
export interface State {
  readonly programs: readonly Program[];
  readonly intents: readonly (Intent | null)[];
  /** On its way to the service, lost or refused, or answered with the number of a payment; -1: for its key alone. */
  readonly requests: readonly ('pending' | 'dropped' | 'refused' | number | null)[];
  readonly payments: readonly Payment[];
  readonly account: number;
  readonly crashes: number;
}

/** A step: its label, and the state after it. Labels that begin with a word in capitals are entries of a journal. */
export type Step = readonly [label: string, after: State];

const unsent: Intent = { outcome: null, verdict: null, payment: null, since: 0 };

/** Returns the state in which nothing has happened. */
export const initialState = ({ shapes, crashes }: Setting): State => ({
  programs: shapes.map(() => ({ at: 'start', isLate: false, account: 0, ended: 0, key: '' })),
  intents: shapes.map(() => null),
  requests: shapes.map(() => null),
  payments: [],
  account: 0,
  crashes,
});

export const hasEnded = ({ at }: Program): boolean => endings.some((it) => it === at);

/** Reports whether an intent is listed by `journal list --unresolved`, or will be when its sender has ended. */
export const isUnresolved = ({ outcome, verdict }: Intent): boolean =>
  verdict === null && (outcome === null || outcome === 'unknown');

/** Reports whether an intent counts toward the limits of a policy: it moved money, or may have. */
export const counts = ({ outcome, verdict }: Intent, { without }: Setting): boolean =>
  outcome === 'applied' && without !== 'outcomeBeatsVerdict'
    ? true
    : outcome !== 'not applied' && verdict !== 'not-applied';

/** Returns every step from a state. */
export function stepsFrom(state: State, setting: Setting): readonly Step[] {
  const { programs, intents, requests, payments } = state;
  const { operation, place, shapes } = setting;
  const isPayable = operation === 'payable';
  const isPaymentShown = setting.showsPayments && payments.some(({ isEnded }) => !isEnded);
  const ended = payments.filter(({ isEnded }) => isEnded).length;
  const steps: Step[] = [];
  const holds = (rule: Rule) => setting.without !== rule;
  const step = (label: string, ...changes: Partial<State>[]) =>
    steps.push([label, Object.assign({}, state, ...changes)]);
  const program = (i: number, change: Partial<Program>) => ({
    programs: programs.map((it, j) => (j === i ? { ...it, ...change } : it)),
  });
  const intent = (i: number, change: Partial<Intent>) => ({
    intents: intents.map((it, j) => (j === i ? { ...(it ?? unsent), ...change } : it)),
  });
  const request = (i: number, value: State['requests'][number]) => ({
    requests: requests.map((it, j) => (j === i ? value : it)),
  });
  const goTo = (i: number, at: Program['at']) => program(i, { at });

  const next: Partial<Record<Program['at'], (i: number, own: Program) => void>> = {
    start: read,
    read: checkDuplicates,
    checked: record,
    recorded: connect,
    clear: send,
    sent: receive,
    settling: settle,
  };
  for (const [i, own] of programs.entries()) {
    next[own.at]?.(i, own);
    if (!hasEnded(own) && own.at !== 'start') fail(i, own);
    if (requests[i] === 'pending') serve(i, own);
    const doubt = intents[i];
    if (doubt && isUnresolved(doubt) && canJudge(i, own, doubt)) judge(i, doubt);
  }
  changeSurroundings();
  return steps;

  function read(i: number): void {
    if (isPayable && isPaymentShown) step(`${i} sees a payment under way`, goTo(i, 'blocked'));
    else {
      const seen = { account: state.account, ended: isPayable ? ended : 0 };
      step(`${i} reads`, program(i, { at: 'read', ...seen }));
    }
  }

  function checkDuplicates(i: number, own: Program): void {
    const isBlocked = duplicates(i, own).some((j) => blocks(j, i, own));
    if (isBlocked) step(`${i} is blocked`, goTo(i, 'blocked'));
    else if (!holds('oneTransaction')) step(`${i} finds no duplicate`, goTo(i, 'checked'));
    else if (holds('recordFirst')) record(i, own);
    else step(`${i} records nothing`, program(i, { at: 'recorded', key: keyOf(i, own) }));
  }

  /** The intents that a duplicate check finds for a program. */
  function duplicates(i: number, own: Program): readonly number[] {
    if (place === 'two journals') return [];
    const isSameKey = (j: number) =>
      shapes[i] === shapes[j] && (holds('keyOfMeaning') || own.account === programs[j]?.account);
    const isSamePayable = isPayable && holds('lockPayables');
    return [...programs.keys()].filter(
      (j) => j !== i && intents[j] && (isSamePayable || isSameKey(j)),
    );
  }

  function blocks(j: number, i: number, own: Program): boolean {
    const found = intents[j] ?? unsent;
    if (isUnresolved(found)) return holds('lockUnresolved');
    const isKnown = found.outcome === 'applied' && holds('outcomeBeatsVerdict');
    if (found.verdict === 'not-applied' && !isKnown) {
      // It may be sent again as it was, and in no other way.
      const isSameRequest = shapes[i] === shapes[j] && own.account === programs[j]?.account;
      return holds('storedKey') && !isSameRequest;
    }
    return holds('guardApplied') && found.outcome !== 'not applied' && !hasProvablyEnded(found);
  }

  function hasProvablyEnded({ payment }: Intent): boolean {
    return isPayable && !isPaymentShown && payments[payment ?? -1]?.isEnded === true;
  }

  function record(i: number, own: Program): void {
    const since = payments.length - (setting.hasWholeSeconds ? 1 : 0);
    step(`INTENT ${i}`, program(i, { at: 'recorded', key: keyOf(i, own) }), intent(i, { since }));
  }

  function keyOf(i: number, own: Program): string {
    const earlier = duplicates(i, own).findLast((j) => intents[j]?.verdict === 'not-applied');
    if (earlier !== undefined && holds('storedKey')) return programs[earlier]?.key ?? '';
    if (!holds('derivedKeys')) return `random ${i}`;
    const journal =
      operation === 'quick' && place === 'two journals' ? `journal ${i}` : 'a journal';
    return `${shapes[i]} of ${journal}, ${holds('endedPayments') ? own.ended : 0}`;
  }

  function connect(i: number, own: Program): void {
    end(i, 'not applied');
    const isOverruled = own.isLate || (intents[i]?.verdict ?? null) !== null;
    if (holds('checkBeforeSending') && isOverruled) return;
    if (setting.stallsAtFirstByte) step(`${i} connects and checks`, goTo(i, 'clear'));
    else send(i);
  }

  function send(i: number): void {
    step(`${i} sends`, goTo(i, 'sent'), request(i, 'pending'));
  }

  /** The answer is lost, or arrives: a refusal, or a payment, which another request may have made. */
  function receive(i: number, own: Program): void {
    end(i, holds('unknownIsListed') ? 'unknown' : 'not applied');
    const answer = requests[i];
    if (answer === 'refused') end(i, 'not applied');
    if (typeof answer !== 'number') return;
    const made = payments[answer];
    if (made?.by === i) end(i, 'applied', answer);
    else if (made) receiveReplay(i, own, made, answer);
  }

  /** The service repeats the answer to an earlier request: it settles that one, or is another journal's. */
  function receiveReplay(i: number, { key }: Program, made: Payment, answer: number): void {
    const earlier = place === 'two journals' ? null : intents[made.by];
    const isProven = intents.some((it, j) => j !== made.by && it?.payment === answer);
    if (made.isEnded && holds('endedPayments')) {
      end(i, 'not applied');
      const again = program(i, { at: 'clear', key: `${key} again` });
      step(`${i} raises the number`, again, request(i, null));
    } else if (!earlier) end(i, 'applied', answer);
    else if (isProven || earlier.outcome === 'applied' || earlier.verdict === 'applied') settle(i);
    else {
      const settled = intent(made.by, { verdict: 'applied', payment: answer });
      step(`VERDICT ${made.by} applied`, goTo(i, 'settling'), settled);
    }
  }

  function settle(i: number): void {
    end(i, 'not applied', null, 'already paid');
  }

  /** Records an outcome, and ends the program. */
  function end(
    i: number,
    outcome: NonNullable<Intent['outcome']>,
    payment: number | null = null,
    at: Program['at'] = outcome,
  ): void {
    step(`OUTCOME ${i} ${outcome}`, goTo(i, at), intent(i, { outcome, payment }));
  }

  function fail(i: number, own: Program): void {
    if (!own.isLate) step(`${i} passes its deadline`, program(i, { isLate: true }));
    const crashes = state.crashes - 1;
    if (crashes >= 0) step(`${i} crashes`, goTo(i, 'crashed'), { crashes });
  }

  /** The service applies a request, now or late, or never. */
  function serve(i: number, { key, account }: Program): void {
    step(`the service never gets ${i}`, request(i, 'dropped'));
    step(`the service rejects ${i}`, request(i, 'refused'));
    const known = setting.honorsKeys ? payments.findIndex((it) => it.key === key) : -1;
    if (known >= 0) {
      const isSameBody = payments[known]?.account === account;
      step(`the service replays for ${i}`, request(i, isSameBody ? known : -1));
    } else {
      const made = [...payments, { by: i, key, account, isEnded: false }];
      step(`the service pays for ${i}`, { payments: made }, request(i, payments.length));
    }
  }

  function canJudge(i: number, own: Program, doubt: Intent): boolean {
    const canSend = !hasEnded(own) && (place === 'one machine' || !own.isLate);
    if (holds('livingSender') && doubt.outcome === null && canSend) return false;
    return requests[i] !== 'pending' || setting.appliesLate;
  }

  /** A verdict of a person, who is right, or of the service's records, which show payments without their senders. */
  function judge(i: number, { since }: Intent): void {
    const verdict = (payment: number) =>
      payment >= 0
        ? step(`VERDICT ${i} applied`, intent(i, { verdict: 'applied', payment }))
        : step(`VERDICT ${i} not-applied`, intent(i, { verdict: 'not-applied' }));
    verdict(payments.findIndex(({ by }) => by === i));
    if (!isPayable) return;
    if (!setting.showsPayments) {
      if (!holds('visibleAbsence')) verdict(-1);
      return;
    }
    const isOne = holds('oneRecordOneIntent');
    const isTaken = (n: number) =>
      place !== 'two journals' && intents.some((it) => it?.payment === n);
    const candidates = [...payments.keys()]
      .filter((n) => n >= since || !holds('laterRecords'))
      .filter((n) => !(isOne && isTaken(n)));
    if (candidates.length <= 1 || !isOne) verdict(candidates[0] ?? -1);
  }

  /** A person changes the default account; a payment is returned, of this client or of another. */
  function changeSurroundings(): void {
    if (state.account === 0) step('the default account changes', { account: 1 });
    if (!isPayable || ended > 0) return;
    for (const n of payments.keys()) {
      const returned = payments.map((it, k) => (k === n ? { ...it, isEnded: true } : it));
      step(`payment ${n} is returned`, { payments: returned });
    }
    const others = { by: -1, key: 'of another client', account: 0, isEnded: true };
    if (setting.hasOtherClient && payments.length === 0)
      step('a payment of another client is returned', { payments: [others] });
  }
}
