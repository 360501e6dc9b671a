/** Sections: one record told in groups, for a table. */

import { isRecord } from '../is-record.ts';
import { valueAtPath } from './format-cell.ts';
import type { Kind, TerminalColumn } from './view.ts';

/** A labeled value of a section; it is left out if it is empty. */
export interface SectionField {
  readonly label: string;
  readonly kind: Kind;
  readonly value: unknown;
}

/** A group of a record under a heading; it is left out if it is empty. */
export interface Section {
  readonly title: string;
  readonly fields?: readonly SectionField[];
  /** Rows of a table. If not all columns fit, each row is a card. */
  readonly table?: {
    readonly columns: readonly TerminalColumn[];
    readonly rows: readonly unknown[];
  };
  /** Lines, wrapped at words. */
  readonly lines?: readonly string[];
  /** Command lines, wrapped so that they can be copied. */
  readonly commands?: readonly string[];
}

/** Fields by path, each `path`, `path:kind` or `path:kind=Label`. The default label is the path in words. */
type FieldSpecs = readonly string[];

/** Parses field specs and reads their values: `sectionFields(record, 'status:state', 'payeeName=Payee')`. */
export const sectionFields = (record: unknown, ...specs: FieldSpecs): readonly SectionField[] =>
  specs.map((spec) => {
    const { path, kind, label } = parseSpec(spec);
    return { label, kind, value: valueAtPath(record, path) };
  });

function parseSpec(spec: string): { path: string; kind: Kind; label: string } {
  const [key = '', label] = spec.split('=');
  const [path = '', kind = 'text'] = key.split(':');
  return { path, kind: kind as Kind, label: label ?? labelOf(path) };
}

/**
 * Returns the sections of a record by field specs, and `Other` with all fields that no spec names, so that nothing of the
 * record is left out. `shown` are paths of fields that are shown in another way, or repeat one that is shown.
 */
export function recordSections(
  record: object,
  groups: readonly (readonly [title: string, ...specs: FieldSpecs])[],
  shown: readonly string[] = [],
): readonly Section[] {
  const paths = groups.flatMap(([, ...specs]) => specs.map((spec) => parseSpec(spec).path));
  return [
    ...groups.map(([title, ...specs]) => ({ title, fields: sectionFields(record, ...specs) })),
    otherSection(record, [...paths, ...shown]),
  ];
}

/** Returns the section `Other`: the fields of a record, those of nested records too, except the given paths. */
export const otherSection = (record: object, shown: readonly string[]): Section => ({
  title: 'Other',
  fields: leaves(record, new Set(shown), ''),
});

function leaves(record: object, shown: ReadonlySet<string>, prefix: string): SectionField[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    if (shown.has(path)) return [];
    if (isRecord(value)) return leaves(value, shown, `${path}.`);
    return { label: labelOf(path), kind: kindOf(value), value };
  });
}

const kindOf = (value: unknown): Kind => {
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'time' : 'text';
};

/** Returns a path in words: `settings.netTerms` is Settings net terms, `connectedBusinessId` is Connected business id. */
function labelOf(path: string): string {
  const words = path
    .replaceAll('.', ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
