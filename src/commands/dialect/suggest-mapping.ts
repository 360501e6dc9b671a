import type { CheckedName } from '../../cli/dialects.ts';

type Found = Omit<CheckedName, 'suggestion'>;

/**
 * What to type so that a name is spelled as the service does: everywhere at once, unless it was seen as we assumed it in
 * another place. Words are told apart by resource, since many have a `pending`.
 */
export function suggestionFor(it: Found, seen: string, all: readonly Found[]): string {
  const [path = '', word] = it.name.split(':');
  const last = path.slice(path.lastIndexOf('.') + 1);
  const [resource] = it.operation.split('.');
  if (word !== undefined) return `remit dialect set ${resource}.${last}:${word} ${seen}`;
  const isElsewhere = all.some(
    (other) => other.result === 'confirmed' && isCalled(last, other) && other.where === it.where,
  );
  return `remit dialect set ${isElsewhere ? `${it.operation}.${path}` : last} ${seen}`;
}

const isCalled = (last: string, { name }: Found) => name === last || name.endsWith(`.${last}`);
