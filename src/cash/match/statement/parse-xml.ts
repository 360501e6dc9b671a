import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { unreadable } from '../../../cli/input/file-problems.ts';
import { DEEPEST, decodeEntities, LineIndex, type Markup } from './markup.ts';

/**
 * Parses an XML document and returns its root element. Namespace prefixes are removed, and no entity is declared or
 * expanded: only the predefined ones are decoded. An `&` that begins no reference is kept.
 *
 * @throws {UnreadableFileError} if it is not well-formed, has a document type declaration, or is nested too deeply.
 */
export function parseXml(source: string): Markup {
  const text = source.replace(/&(?!#?\w{1,31};)/g, LONE_AMPERSAND);
  const index = new LineIndex(text);
  refuseHuge(text, index);
  const declaration = text.search(/<!(?:DOCTYPE|ENTITY)/i);
  if (declaration >= 0) {
    throw unreadable(index.lineAt(declaration), 'a document type declaration is not accepted');
  }
  const nodes = parsed(text, index);
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw unreadable(valid.err.line, `is not XML: ${valid.err.msg}`);
  const roots = nodes.map((it) => toMarkup(it, index)).filter((it) => it !== undefined);
  const [root, ...others] = roots;
  if (root && others.length === 0) return root;
  throw unreadable(others[0]?.line ?? 1, 'an XML document has one root element');
}

/** Replaces an `&` that begins no reference, which the validator refuses: a character of private use. */
const LONE_AMPERSAND = '\uE000';

// The parser takes 10 µs for each tag, and builds texts letter by letter, which takes much memory.
const MAX_TAGS = 1_000_000;
const LONGEST_TEXT = 65_536;

/** Refuses a document that would take minutes or gigabytes to parse. */
function refuseHuge(text: string, index: LineIndex): void {
  let tags = 0;
  for (let at = 0; at < text.length; tags++) {
    const next = text.indexOf('<', at + 1);
    const end = next < 0 ? text.length : next;
    if (end - at > LONGEST_TEXT) {
      throw unreadable(index.lineAt(at), `a text or tag is longer than ${LONGEST_TEXT} characters`);
    }
    if (tags > MAX_TAGS) {
      throw unreadable(index.lineAt(at), `has more than ${MAX_TAGS} tags: use shorter periods`);
    }
    at = end;
  }
}

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';
// Typed as an object by the library.
const META = XMLParser.getMetaDataSymbol() as unknown as symbol;

type Node = Readonly<Record<string | symbol, unknown>>;

function parsed(text: string, index: LineIndex): readonly Node[] {
  const parser = new XMLParser({
    preserveOrder: true,
    captureMetaData: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    ignoreDeclaration: true,
    ignorePiTags: true,
    // Values stay text: an amount must not become a float.
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    cdataPropName: CDATA,
    maxNestedTags: DEEPEST,
  });
  try {
    return parser.parse(text);
  } catch (error) {
    const deep = tooDeepAt(text);
    if (deep !== undefined) {
      throw unreadable(index.lineAt(deep), `elements are nested deeper than ${DEEPEST} levels`);
    }
    throw unreadable(1, `is not XML: ${error instanceof Error ? error.message : error}`);
  }
}

/** Returns the offset of the first element below the deepest level; the parser does not say where it is. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (const { index, 1: end, 2: empty } of text.matchAll(/<(\/?)[^\s<>!?/][^<>]*?(\/?)>/g)) {
    if (end !== '') depth--;
    else if (empty === '') depth++;
    if (depth >= DEEPEST) return index;
  }
  return undefined;
}

function toMarkup(node: Node, index: LineIndex): Markup | undefined {
  const name = Object.keys(node).find((it) => it !== ATTRIBUTES);
  if (name === undefined || name === TEXT) return undefined;
  const inside = node[name] as readonly Node[];
  const { startIndex = 0 } = node[META] as { startIndex?: number };
  return {
    name,
    line: index.lineAt(startIndex),
    attributes: (node[ATTRIBUTES] ?? {}) as Record<string, string>,
    text: inside.map(textOf).join('').trim(),
    children: inside
      .filter((it) => !(TEXT in it || CDATA in it))
      .map((it) => toMarkup(it, index))
      .filter((it) => it !== undefined),
  };
}

function textOf(node: Node): string {
  const text = node[TEXT];
  if (typeof text === 'string') return decodeEntities(text).replaceAll(LONE_AMPERSAND, '&');
  const raw = node[CDATA];
  return Array.isArray(raw) ? raw.map((it: Node) => String(it[TEXT] ?? '')).join('') : '';
}
