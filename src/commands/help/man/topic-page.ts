import { bullets, literal, paragraphs, type Roff } from './roff.ts';

/** A topic of `remit help` as a page: its first sentence is what the page is called, the rest its text. */
export function topicPage(text: string): { readonly summary: string; readonly body: Roff } {
  const [first = '', ...blocks] = text.trim().split(/\n\n+/);
  const [summary = '', ...rest] = first.split('\n');
  const body = [rest.join('\n'), ...blocks].filter((block) => block !== '').map(blockOf);
  return {
    summary: summary.replace(/[.:]$/, ''),
    body: body.flatMap((block, at) => (at > 0 && !isList(block) ? ['.PP', ...block] : block)),
  };
}

/** A list begins its own paragraph. */
const isList = ([first = '']: Roff): boolean => first.startsWith('.IP');

/** Lines that are set in stay as they are, lines that begin with a dash are a list, all others are prose. */
function blockOf(block: string): Roff {
  const lines = block.split('\n');
  if (lines.some((line) => line.startsWith('- '))) return bullets(block.slice(2).split(/\n- /));
  const at = lines.findIndex((line) => line.startsWith('  '));
  if (at < 0) return paragraphs([block]);
  const end = lines.findLastIndex((line) => line.startsWith('  ')) + 1;
  return [
    ...prose(lines.slice(0, at)),
    ...literal(lines.slice(at, end).map((line) => line.slice(2))),
    ...prose(lines.slice(end)),
  ];
}

const prose = (lines: readonly string[]): Roff =>
  lines.length > 0 ? paragraphs([lines.join('\n')]) : [];
