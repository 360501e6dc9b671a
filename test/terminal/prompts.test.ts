import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Home, node, program, startHome, words } from '../helpers/built-program.ts';
import { note, type Sat, type Step, sit } from './run-at-terminal.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_Z = '\u001a';
const ESCAPE = '\u001b';

/** Long enough after a question was drawn for its answer to count. */
const READ = 0.5;

let home: Home;
/** What the lines below stand for: ids of the sandbox by the name of their place. */
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  home = await startHome();
  const [payer, payee] = home.started.businesses.map(({ id }) => id);
  const [connection] = await home.json('connection list');
  const create = async (amount: string) => {
    const made = await home.json(
      `payable create -b ${payee} --connection ${connection.id} --amount ${amount} --submit`,
    );
    return String(made.id);
  };
  const large = await create('12000.00');
  await home.json(`payable approve ${large} --yes --max-total 12000`);
  ids = {
    payer: String(payer),
    payee: String(payee),
    connection: String(connection.id),
    large,
    submitted: await create('10.00'),
  };
});
afterAll(() => home.close());

const lineOf = (line: string) => words(line.replaceAll(/<(\w+)>/g, (_, name) => ids[name] ?? name));

interface Kind {
  readonly kind: string;
  readonly line: string;
  /** The question at the end of the screen. */
  readonly question: string;
  /** It reads before it asks, so that the spinner is seen. */
  readonly spins: boolean;
  /** An answer that declines, and the code it ends with. */
  readonly no: readonly [keys: string, code: number];
}

const kinds: readonly Kind[] = [
  {
    kind: 'yes or no',
    line: 'payable cancel <submitted> -b <payee>',
    question: 'Cancel it\\? \\[y/N\\] $',
    spins: true,
    no: ['n\r', 14],
  },
  {
    kind: 'amount',
    line: 'pay initiate <large>',
    question: 'Pay it\\? .*(\\[y/N\\]|confirm:) $',
    spins: true,
    no: ['n\r', 14],
  },
  {
    kind: 'secret',
    line: 'bank connect-manual --routing 021000021 --type checking --name Main',
    question: 'Account number: $',
    spins: false,
    no: [CTRL_C, 130],
  },
  {
    kind: 'list',
    line: 'payable approve',
    question: 'Enter: confirm',
    spins: true,
    no: [CTRL_C, 130],
  },
  {
    kind: 'line',
    line: 'payable create --connection <connection>',
    question: '--amount',
    spins: false,
    no: [CTRL_C, 130],
  },
  {
    kind: 'pause',
    line: 'demo --step',
    question: 'Press Enter to continue $',
    spins: false,
    no: [CTRL_C, 130],
  },
];

const early = [
  ['y', 'y\r'],
  ['newline', '\r'],
  ['amount', '12000.00\r'],
  ['Ctrl-C', CTRL_C],
  ['Escape', ESCAPE],
  ['end of input', CTRL_D],
] as const;

const leaving = [
  ['Ctrl-C', CTRL_C],
  ['Ctrl-C, y', `${CTRL_C}y\r`],
  ['Escape', ESCAPE],
  ['end of input', CTRL_D],
] as const;

/** The time of a key press during a command. */
const moments = [
  ['before the spinner', ''],
  ['during the spinner', 'working'],
] as const;

/** Each key at each moment, or at one of them, so that every kind of prompt and every key meets both. */
const isWhole = process.env['REMIT_TERMINAL'] === 'all';

const cases = kinds.flatMap((kind, number) =>
  early.flatMap(([key, types], at) =>
    moments
      .filter(([, sees]) => kind.spins || sees === '')
      .filter((_, moment, { length }) => isWhole || (number + at) % length === moment)
      .map(([moment, sees]) => ({ ...kind, moment, sees, key, types })),
  ),
);

function record(line: string, key: string, moment: string, sat: Sat): void {
  note(line, key, moment, sat.code, sat.sent.length === 0 ? 'nothing sent' : sat.sent.join(', '));
}

/** A signal that came before the program could listen ends it as a shell tells it: 128 and its number. */
const isInterrupt = (code: number) => code === 130 || code === -2;

describe.concurrent('a key typed before the prompt answers nothing', () => {
  test.for(cases)('$kind: $key $moment', async ({ line, question, no, ...it }) => {
    const ends: Step = { sees: question, pause: READ, types: no[0] };
    const isCtrlC = it.types === CTRL_C;
    const steps = [{ sees: it.sees, types: it.types }, ...(isCtrlC ? [] : [ends])];
    const sat = await sit(lineOf(line), home, { steps });
    record(line, it.key, it.moment, sat);
    const code = isCtrlC && isInterrupt(sat.code) ? 130 : sat.code;
    expect({ ...sat, code }).toMatchObject({
      code: isCtrlC ? 130 : no[1],
      ...{ sent: [], left: 0, isRestored: true, timedOut: false },
    });
  });
});

describe.concurrent('leaving a prompt is not an answer', () => {
  const left = kinds.flatMap((kind) => leaving.map(([key, types]) => ({ ...kind, key, types })));

  test.for(left)('$kind: $key', async ({ line, question, key, types }) => {
    const steps = [{ sees: question, pause: READ, types, look: true } as const];
    const sat = await sit(lineOf(line), home, { steps });
    record(line, key, 'at the question', sat);
    expect(sat).toMatchObject({
      ...{ code: 130, sent: [], looks: ['raw'], left: 0, isRestored: true, timedOut: false },
    });
  });

  test.for(['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)('%s from another process', async (signal) => {
    const steps = [{ sees: '\\[y/N\\] $', pause: READ, types: '', signal }];
    const sat = await sit(lineOf('payable cancel <submitted> -b <payee>'), home, { steps });
    record('payable cancel', signal, 'at the question', sat);
    const code = { SIGTERM: 143, SIGHUP: -1, SIGQUIT: -3 }[signal];
    expect(sat).toMatchObject({ code, sent: [], isRestored: true, timedOut: false });
  });
});

describe.concurrent('a person who reads and answers', () => {
  const cancelling = 'payable cancel <submitted> -b <payee>';

  test('is not answered for by keys within 200 ms', { retry: 2 }, async () => {
    const steps = [
      { sees: '\\[y/N\\] $', types: 'y\r' },
      { sees: '', pause: 1, types: 'n\r' },
    ];
    const sat = await sit(lineOf(cancelling), home, { steps });
    expect(sat).toMatchObject({ code: 14, sent: [], isRestored: true });
  });

  test('sees no keys echoed beside the spinner', async () => {
    const steps = [
      { sees: 'working', types: '~~~', look: true },
      { sees: '\\[y/N\\] $', pause: READ, types: 'n\r' },
    ] as const;
    const sat = await sit(lineOf(cancelling), home, { steps });
    expect(sat).toMatchObject({
      code: 14,
      looks: ['raw'],
      screen: expect.not.stringContaining('~'),
    });
    expect(sat.screen).toMatch(/\nCancel payable/);
  });

  test('types a file in the terminal, ends it, and is prompted', async () => {
    const steps = [
      { sees: '', pause: 1, types: 'payableId\r', look: true },
      { sees: '', pause: 0.2, types: `${ids['large']}\r${CTRL_D}` },
      { sees: '(\\[y/N\\]|confirm:) $', pause: READ, types: 'n\r', look: true },
    ] as const;
    const sat = await sit(lineOf('pay bulk --file -'), home, { steps });
    expect(sat).toMatchObject({
      ...{ code: 14, sent: [], looks: ['cooked', 'raw'], isRestored: true, timedOut: false },
    });
  });

  test('aborts a file being typed with Ctrl-C', async () => {
    const steps = [{ sees: '', pause: 1, types: `payableId\r${CTRL_C}` }];
    const sat = await sit(lineOf('pay bulk --file -'), home, { steps });
    expect(sat).toMatchObject({ code: 130, sent: [], isRestored: true, timedOut: false });
  });

  test.for([
    ['dumb', 80],
    ['xterm', 0],
    ['xterm', 80],
  ] as const)('is prompted twice on TERM=%s with %d columns', async ([TERM, columns]) => {
    const steps = [
      { sees: 'Press Enter to continue $', pause: READ, types: '\r' },
      { sees: 'Press Enter to continue $', pause: READ, types: '\r' },
      { sees: 'Press Enter to continue $', pause: READ, types: CTRL_C },
    ];
    const sat = await sit(['demo', '--step'], home, { steps, columns, env: { TERM } });
    expect(sat).toMatchObject({ code: 130, left: 0, isRestored: true, timedOut: false });
  });
});

describe.concurrent('a shell', () => {
  const shell = ['/bin/sh', '-i'];
  const env = { PS1: 'shell> ', ENV: '' };
  const typed = (line: string, end = '') =>
    `${["'", node, "' '", program, "' "].join('')}${lineOf(line).join(' ')}${end}\r`;
  const cancelling = 'payable cancel <submitted> -b <payee>';

  test('gets its terminal back at Ctrl-Z, and the prompt after fg', async () => {
    const steps = [
      { sees: 'shell> $', types: typed(cancelling) },
      { sees: '\\[y/N\\] $', pause: READ, types: CTRL_Z },
      { sees: 'Stopped(.|\\n)*shell> $', types: 'fg\r', look: true },
      { sees: '\\[y/N\\] $', types: 'y\r' },
      { sees: '', pause: 1, types: 'n\r', look: true },
      { sees: 'Nothing was sent(.|\\n)*shell> $', types: 'echo $?\r', look: true },
      { sees: '14(.|\\n)*shell> $', types: 'exit\r' },
    ] as const;
    const sat = await sit([], home, { steps, shell, env });
    expect(sat).toMatchObject({
      ...{ sent: [], left: 0, looks: ['cooked', 'raw', 'cooked'], timedOut: false },
    });
  });

  test('gets its terminal back at Ctrl-Z beside the spinner', async () => {
    const steps = [
      { sees: 'shell> $', types: typed(cancelling) },
      { sees: 'working', types: CTRL_Z },
      { sees: 'Stopped(.|\\n)*shell> $', types: 'fg\r', look: true },
      { sees: '\\[y/N\\] $', pause: READ, types: `n\r`, look: true },
      { sees: 'Nothing was sent(.|\\n)*shell> $', types: 'exit\r' },
    ] as const;
    const sat = await sit([], home, { steps, shell, env });
    expect(sat).toMatchObject({ sent: [], left: 0, looks: ['cooked', 'raw'], timedOut: false });
  });

  test('keeps its terminal while a background job only reads; the job waits for fg to prompt', async () => {
    const steps = [
      { sees: 'shell> $', types: typed(cancelling, ' 2>/dev/tty &') },
      { sees: 'shell> $', pause: 0.7, types: 'jobs\r', look: true },
      { sees: 'Running(.|\\n)*shell> $', pause: 2.5, types: 'jobs\r', look: true },
      { sees: 'Stopped(.|\\n)*shell> $', types: 'fg\r' },
      { sees: '\\[y/N\\] $', pause: READ, types: 'n\r' },
      { sees: 'Nothing was sent(.|\\n)*shell> $', types: 'exit\r' },
    ] as const;
    const sat = await sit([], home, { steps, shell, env });
    expect(sat).toMatchObject({ sent: [], left: 0, looks: ['cooked', 'cooked'], timedOut: false });
  });

  test('delivers Ctrl-C to all processes of the job', async () => {
    const steps = [
      { sees: 'shell> $', types: typed(cancelling, ' | (trap "echo told" INT; cat; sleep 1)') },
      { sees: 'working', types: CTRL_C },
      { sees: 'told(.|\\n)*shell> $', types: 'exit\r' },
    ];
    const sat = await sit([], home, { steps, shell, env });
    expect(sat).toMatchObject({ sent: [], left: 0, timedOut: false });
  });
});
