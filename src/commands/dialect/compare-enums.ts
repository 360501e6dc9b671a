import type { Member } from '../../contract/schema/operation-fields.ts';
import { adapt } from '../../http/response/normalize-response.ts';
import type { Finding } from './compare-fields.ts';

/** What the values of a member show of its words: seen as they are spelled, seen in another spelling, or not seen. */
export function wordFindings(
  { words, schema }: Member,
  spelled: ReadonlyMap<string, string>,
  values: readonly unknown[],
): (readonly [word: string, finding: Finding])[] {
  const seen = [...new Set(values.flat().filter((it) => typeof it === 'string'))];
  const wires = new Set(words.map((word) => spelled.get(word) ?? word));
  const strange = seen.filter((it) => !wires.has(it));
  return words.map((word) => [word, findingOf(word)] as const);

  function findingOf(word: string): Finding {
    if (seen.includes(spelled.get(word) ?? word)) {
      return { result: 'confirmed', seen: null, suggested: null };
    }
    const other = strange.find((it) => adapt(schema, it) === word);
    if (other !== undefined) {
      return { result: 'contradicted', seen: `the answer says '${other}'`, suggested: other };
    }
    const unknown = strange.filter((it) => !words.includes(String(adapt(schema, it))));
    const also = unknown.length > 0 ? `, and '${unknown.join("', '")}' is no word of ours` : '';
    return { result: 'open', seen: `not in the answers${also}`, suggested: null };
  }
}
