import { isSameJson } from '../../../core/shared/json/canonical-json.policy.js';
import { isRecord, pathOfPointer } from '../../../core/shared/json/json-path.js';
import { isSecretRef } from './sections/secret-ref.js';

export interface SectionChange {
  readonly section: string;
  /** The path within the section; empty for the section as a whole. */
  readonly path: string;
  readonly op: 'add' | 'remove' | 'replace';
  /** The old value; absent for `add`, and if one secret replaced another. */
  readonly from?: unknown;
  /** The new value; absent for `remove`, and if one secret replaced another. */
  readonly to?: unknown;
}

type Change = Omit<SectionChange, 'section'>;
type Sections = Readonly<Record<string, unknown>>;

/** Replaces the name of a secret in values. */
export const SOME_SECRET = '****';

/**
 * The changes that turn `from` into `to`, in an order in which they can be applied: each path is
 * valid after the preceding changes. Sections are ordered by name, fields by name, list items by
 * position; names of secrets are never shown. The result does not depend on the order of keys.
 */
export function compareSections(from: Sections, to: Sections): SectionChange[] {
  return namesOf(from, to).flatMap((section) =>
    changesOfField(from, to, section, '').map(({ path, ...change }) => ({
      section,
      path: pathOfPointer(path),
      ...change,
    })),
  );
}

// With more paths, the name of the parent is more useful than a list.
const MAX_PATHS_OF_EDIT = 100;

/**
 * The differences between two configurations of a section, as JSON pointers (RFC 6901) that begin
 * with the section's name, as in the history.
 */
export function changedPaths(section: string, from: unknown, to: unknown): string[] {
  const changes = changesOfField({ [section]: from }, { [section]: to }, section, `/${section}`);
  const paths = [...new Set(changes.map(({ path }) => path))];
  return paths.length > MAX_PATHS_OF_EDIT ? [`/${section}`] : paths;
}

const namesOf = (from: Sections, to: Sections): string[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])].toSorted();

function changesOfField(from: Sections, to: Sections, name: string, path: string): Change[] {
  const was = Object.hasOwn(from, name) && from[name] !== undefined;
  const is = Object.hasOwn(to, name) && to[name] !== undefined;
  if (was && is) return changesOf(from[name], to[name], path);
  if (was) return [{ path, op: 'remove', from: withoutSecrets(from[name]) }];
  return is ? [{ path, op: 'add', to: withoutSecrets(to[name]) }] : [];
}

function changesOf(from: unknown, to: unknown, path: string): Change[] {
  if (isSameJson(from, to)) return [];
  if (isSecretRef(from) && isSecretRef(to)) return [{ path, op: 'replace' }];
  if (Array.isArray(from) && Array.isArray(to)) return changesOfList(from, to, path);
  if (isObject(from) && isObject(to)) {
    return namesOf(from, to).flatMap((name) => changesOfField(from, to, name, `${path}/${escaped(name)}`));
  }
  return [{ path, op: 'replace', from: withoutSecrets(from), to: withoutSecrets(to) }];
}

/** An inserted or removed entry is one change: equal beginnings and ends are skipped. */
function changesOfList(from: readonly unknown[], to: readonly unknown[], path: string): Change[] {
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && isSameJson(from[start], to[start])) start += 1;
  let end = 0;
  while (end < most - start && isSameJson(from.at(-1 - end), to.at(-1 - end))) end += 1;
  const oldMiddle = from.slice(start, from.length - end);
  const newMiddle = to.slice(start, to.length - end);
  const paired = Math.min(oldMiddle.length, newMiddle.length);
  const at = (index: number): string => `${path}/${start + index}`;
  return [
    ...oldMiddle.slice(0, paired).flatMap((item, index) => changesOf(item, newMiddle[index], at(index))),
    ...newMiddle
      .slice(paired)
      .map((item, index): Change => ({ path: at(paired + index), op: 'add', to: withoutSecrets(item) })),
    // Removes always at the first remaining position.
    ...oldMiddle
      .slice(paired)
      .map((item): Change => ({ path: at(paired), op: 'remove', from: withoutSecrets(item) })),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> => isRecord(value) && !isSecretRef(value);

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The value without the names in its references to secrets. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (isSecretRef(value)) return { secret_ref: SOME_SECRET };
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutSecrets(child)]));
}
