import { isList, isObject, joinPath, valueAt, withValueAt, type Json } from './schema';

/** A field that one of two people has changed, or that both have changed differently. */
export interface Difference {
  readonly path: string;
  readonly base: Json | undefined;
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
  /** Both changed it, to different values. */
  readonly isConflict: boolean;
}

export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, n) => isSame(item, other[n]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

/**
 * Every field that differs between a person's edits and another person's save since both read the
 * same state. Lists of different lengths count as one field: their positions no longer correspond.
 */
export function differences(
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
  path = '',
): Difference[] {
  if (isSame(mine, theirs)) return [];
  if (isObject(mine) && isObject(theirs)) {
    const before = isObject(base) ? base : {};
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
    return [...names].flatMap((name) =>
      differences(before[name], mine[name], theirs[name], joinPath(path, name)),
    );
  }
  if (isList(mine) && isList(theirs) && isList(base)) {
    const hasOneLength = mine.length === theirs.length && mine.length === base.length;
    if (hasOneLength && mine.some((item) => isObject(item)))
      return mine.flatMap((item, n) => differences(base[n], item, theirs[n], joinPath(path, n)));
  }
  const isConflict = !isSame(base, mine) && !isSame(base, theirs);
  return [{ path, base, mine, theirs, isConflict }];
}

/**
 * Merges another person's changes into this person's: all changes of fields that this person did
 * not change, and the chosen ones.
 */
export function merged(
  mine: Json,
  theirs: Json,
  found: readonly Difference[],
  takesTheirs: (difference: Difference) => boolean,
): Json {
  return found
    .filter(takesTheirs)
    .reduce((value, { path }) => withValueAt(value, path, valueAt(theirs, path)), mine);
}
