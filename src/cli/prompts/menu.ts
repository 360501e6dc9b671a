/** Menus: lists that are filtered by typing. */

import { InterruptedError } from '../../errors/errors.ts';
import { cutText, screenRows } from '../../render/cut-text.ts';
import { wrapLines } from '../../render/wrap-text.ts';
import type { MenuChoice } from '../context.ts';
import type { System } from '../system.ts';
import { createBlock } from './block.ts';
import { isEnter, isLeaving, lineAfter, type PressedKey, readKeys } from './prompt-line.ts';

/** The choices of a menu: all of them, or a list that grows while the menu is shown. */
export interface Choices {
  readonly choices: readonly MenuChoice[];
  /** Returns a line about those that are not read yet. */
  readonly rest?: () => string | undefined;
}

/** The largest number of choices that are shown at once. */
const MAX_SHOWN = 8;
/** The largest number of rows for the choice at the cursor; every other one has a single row. */
const MAX_ROWS = 4;

/**
 * Shows a menu and returns the value of the chosen entry.
 *
 * @throws {InterruptedError} if nothing is chosen.
 */
export async function pick(question: string, choices: Choices, system: System): Promise<string> {
  const [chosen] = await ask(question, choices, system, false);
  return chosen;
}

/**
 * Shows a menu and returns the values of the marked entries; if none is marked, that of the entry at the cursor.
 *
 * @throws {InterruptedError} if nothing is chosen.
 */
export const pickSeveral = (
  question: string,
  choices: Choices,
  system: System,
): Promise<readonly string[]> => ask(question, choices, system, true);

type Chosen = readonly [string, ...string[]];

async function ask(
  question: string,
  choices: Choices,
  { stdin, stderr }: System,
  isMany: boolean,
): Promise<Chosen> {
  const menu = new Menu(question, choices, isMany);
  const block = createBlock(stderr, (columns, rows) => menu.textFor(columns, rows));
  const chosen = await stdin.keyboard.ask({
    draw: block.drawBelow,
    read: (keys) =>
      readKeys(keys, (text, key) => {
        const answer = menu.press(text, key);
        if (answer === undefined) void block.draw().catch(() => {});
        return answer && { answer };
      }).finally(block.erase),
  });
  const told = `${cutText(question, 160)}: ${menu.summaryOf(chosen)}`;
  await stderr.write(`${wrapLines(told, stderr.columns)}\n`);
  return chosen;
}

class Menu {
  readonly #question: string;
  readonly #source: Choices;
  readonly #isMany: boolean;
  readonly #marked = new Set<string>();
  #search: readonly string[] = [];
  /** The value at the cursor as it was drawn; `undefined` if nothing matched. */
  #focused: string | undefined;

  constructor(question: string, source: Choices, isMany: boolean) {
    this.#question = question;
    this.#source = source;
    this.#isMany = isMany;
  }

  /** Changes the menu by a key. Returns the chosen values if it was Enter, and an entry was shown to choose. */
  press(text: string | undefined, key: PressedKey): Chosen | undefined {
    if (isLeaving(key, true)) throw new InterruptedError('SIGINT');
    if (isEnter(key)) return this.#chosen();
    if (key.name === 'up' || key.name === 'down') this.#move(key.name === 'up' ? -1 : 1);
    else if (key.name !== 'tab') this.#search = lineAfter(this.#search, text, key);
    else if (this.#isMany && this.#focused !== undefined) this.#toggle(this.#focused);
    return undefined;
  }

  /** Returns the menu in at most `rows` rows, of which the last is that of the search. */
  textFor(columns: number, rows: number): string {
    const found = this.#found();
    const at = this.#cursorIn(found);
    this.#focused = found[at]?.value;
    const total = this.#source.choices.length;
    const counted = found.length === total ? '' : ` (${found.length} of ${total})`;
    const search = screenRows(`Search${counted}: ${this.#search.join('')}`, columns).slice(-2);
    const above = screenRows(wrapLines(cutText(this.#question, 160), columns), columns);
    const rest = this.#source.rest?.();
    const help = [
      ...(found.length === 0 ? ['No match.'] : []),
      ...(rest === undefined ? [] : [rest]),
      `Up, down: move${this.#isMany ? '. Tab: select' : ''}. Enter: confirm`,
    ].flatMap((line) => screenRows(wrapLines(line, columns), columns));
    // On a small screen the choice matters more than how to make it.
    const least = found.length === 0 ? 0 : MAX_ROWS;
    const room = rows - 1 - search.length;
    const head = above.slice(0, Math.max(1, room - least));
    const foot = help.slice(0, Math.max(0, room - least - head.length));
    const entries = this.#entries(found, at, columns, room - head.length - foot.length);
    return [...head, ...entries, ...foot, ...search].join('\n');
  }

  /** Describes the choice that was made. */
  summaryOf(chosen: readonly string[]): string {
    const [only] = chosen;
    if (chosen.length !== 1) return `${chosen.length} items selected`;
    const choice = this.#source.choices.find(({ value }) => value === only);
    return choice ? labelOf(choice) : '';
  }

  /** Draws the entries around the cursor, in at most `room` rows. */
  #entries(
    found: readonly MenuChoice[],
    at: number,
    columns: number,
    room: number,
  ): readonly string[] {
    const focused = found[at];
    if (focused === undefined) return [];
    const whole = `${this.#prefix(focused, true)}${labelOf(focused)}`;
    const text = wrapLines(cutText(whole, columns * MAX_ROWS), columns);
    const own = screenRows(text, columns).slice(0, Math.max(1, room));
    const others = Math.max(0, Math.min(MAX_SHOWN - 1, room - own.length));
    const above = Math.min(at, Math.max(Math.floor(others / 2), others - (found.length - 1 - at)));
    const line = (choice: MenuChoice) =>
      cutText(`${this.#prefix(choice, false)}${choice.text}`, columns - 1);
    return [
      ...found.slice(at - above, at).map(line),
      ...own,
      ...found.slice(at + 1, at + 1 + others - above).map(line),
    ];
  }

  #prefix({ value }: MenuChoice, isFocused: boolean): string {
    const mark = this.#isMany ? (this.#marked.has(value) ? '[x] ' : '[ ] ') : '';
    return `${isFocused ? '> ' : '  '}${mark}`;
  }

  #chosen(): Chosen | undefined {
    if (this.#focused === undefined) return undefined;
    const [first = this.#focused, ...others] = this.#marked;
    return [first, ...others];
  }

  /** Moves the cursor by one entry, from the last to the first and back. */
  #move(by: number): void {
    const found = this.#found();
    this.#focused = found.at((this.#cursorIn(found) + by) % Math.max(1, found.length))?.value;
  }

  #toggle(value: string): void {
    if (!this.#marked.delete(value)) this.#marked.add(value);
  }

  #found(): readonly MenuChoice[] {
    const search = this.#search.join('').toLowerCase();
    return this.#source.choices.filter(({ text, value }) =>
      `${text} ${value}`.toLowerCase().includes(search),
    );
  }

  #cursorIn(found: readonly MenuChoice[]): number {
    return Math.max(
      0,
      found.findIndex(({ value }) => value === this.#focused),
    );
  }
}

/** Returns the text of a choice with its word. */
const labelOf = ({ text, value }: MenuChoice): string =>
  text === value ? cutText(text, 120) : `${cutText(text, 120)} (${cutText(value, 60)})`;
