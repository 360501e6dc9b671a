import { unreadable } from '../../../cli/input/file-problems.ts';
import { DEEPEST, decodeEntities, LineIndex, type Markup } from './markup.ts';

/**
 * Parses the SGML of OFX 1 and returns the element `OFX`. In SGML the end tag of an element that holds a text is
 * optional: one whose name has no end tag anywhere in the file holds a text only.
 *
 * @throws {UnreadableFileError} if it is not OFX, or an end tag does not fit.
 */
export function parseSgml(text: string): Markup {
  const index = new LineIndex(text);
  const from = text.search(/<OFX>/i);
  if (from < 0) throw unreadable(1, 'has no element <OFX>');
  if (!/<\/OFX\s*>/i.test(text)) {
    throw unreadable(index.lineAt(text.length), 'is cut off: </OFX> is missing');
  }
  const tree = new OpenTree(closedNames(text));
  const tags = /<!--[\s\S]*?(?:-->|$)|<[?!][^<>]*>|<(\/?)([A-Za-z][\w.]*)\s*(\/?)>/g;
  tags.lastIndex = from;
  let end = from;
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    const [whole, slash, name, empty] = tag;
    tree.addText(text, end, tag.index);
    end = tag.index + whole.length;
    // Comments and processing instructions have no name.
    if (name === undefined) continue;
    const line = index.lineAt(tag.index);
    if (!slash) tree.open(name.toUpperCase(), line);
    if (slash || empty) tree.close(name.toUpperCase(), line);
  }
  return tree.end();
}

function closedNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, name = ''] of text.matchAll(/<\/([\w.]+)\s*>/g)) names.add(name.toUpperCase());
  return names;
}

/** Elements that hold statements or transactions: without their end tag, some of these would be lost. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...['OFX', 'STMTTRNRS', 'CCSTMTTRNRS', 'STMTRS', 'CCSTMTRS', 'STMTTRN'],
]);

interface OpenElement extends Markup {
  text: string;
  readonly children: OpenElement[];
}

const newElement = (name: string, line: number): OpenElement => ({
  name,
  line,
  attributes: NONE,
  text: '',
  children: [],
});

const NONE = {};

class OpenTree {
  /** The names of all elements that have an end tag somewhere. */
  readonly #closed: ReadonlySet<string>;
  readonly #root = newElement('', 1);
  readonly #stack: OpenElement[] = [this.#root];

  constructor(closed: ReadonlySet<string>) {
    this.#closed = closed;
  }

  addText(source: string, from: number, to: number): void {
    const text = source.slice(from, to).trim();
    if (text !== '') this.#top.text += decodeEntities(text);
  }

  /** Opens an element; one that holds a text ends where it begins. */
  open(name: string, line: number): void {
    if (this.#isLeaf(this.#top)) this.#stack.pop();
    const element = newElement(name, line);
    this.#top.children.push(element);
    this.#stack.push(element);
    if (this.#stack.length > DEEPEST) {
      throw unreadable(line, `elements are nested deeper than ${DEEPEST} levels`);
    }
  }

  /** Closes the innermost open element of a name, and those within it; after a text, any name closes its element. */
  close(name: string, line: number): void {
    const at = this.#stack.findLastIndex((it) => it.name === name);
    if (at > 0) this.#closeFrom(at);
    else if (this.#isLeaf(this.#top)) this.#stack.pop();
    else throw unreadable(line, `</${name}> closes no element`);
  }

  /**
   * Returns the only element that is in no other one.
   *
   * @throws {UnreadableFileError} if there are several.
   */
  end(): Markup {
    this.#closeFrom(1);
    const [first = this.#root, second] = this.#root.children;
    if (second)
      throw unreadable(second.line, `<${second.name}> follows the end of <${first.name}>`);
    return first;
  }

  /** Closes the elements from an index on; all within it must be some whose end tag banks forget. */
  #closeFrom(at: number): void {
    const open = this.#stack.slice(at + 1).find((it) => STRUCTURE.has(it.name));
    if (open) throw unreadable(open.line, `<${open.name}> is not closed`);
    this.#stack.length = at;
  }

  get #top(): OpenElement {
    return this.#stack.at(-1) ?? this.#root;
  }

  /** Reports whether an element holds a text only: it has one, or no element of its name is closed. */
  #isLeaf({ name, text, children }: OpenElement): boolean {
    const isEmpty = name === '' || children.length > 0;
    const isClosed = this.#closed.has(name) || STRUCTURE.has(name);
    return !isEmpty && (text !== '' || !isClosed);
  }
}
