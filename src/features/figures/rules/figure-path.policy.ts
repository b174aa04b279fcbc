// Keys are percent-encoded, so that they contain no brackets.
const KEY = '\\[([^[\\]]*)\\]';

/** Finds the paths of a definition, such as `items[client_id].count`; its groups are their keys. */
export const patternOf = (figure: string): RegExp =>
  new RegExp(`^${figure.replaceAll('.', '\\.').replace(/\[[^[\]]*\]/g, KEY)}$`);

/** The keys of a path, outermost first. */
export const keysOf = (path: string): readonly string[] =>
  [...path.matchAll(new RegExp(KEY, 'g'))].map(([, key]) => decoded(key!));

/** The key that names the member without a value, such as calls without a label. */
export const NO_VALUE = '';

/**
 * The value at a path of an answer.
 * @param figure its definition's path, which names the field that identifies list items
 * @returns undefined if the response has no such member
 */
export function valueAt(body: unknown, figure: string, keys: readonly string[]): unknown {
  const left = [...keys];
  let at = body;
  for (const [, name, field] of figure.matchAll(/([^.[\]]+)(?:\[([^[\]]*)\])?/g)) {
    if (at === null || typeof at !== 'object') return at;
    at = (at as Record<string, unknown>)[name!];
    if (field !== undefined) at = memberOf(at, field, left.shift()!);
  }
  return at;
}

function memberOf(of: unknown, field: string, key: string): unknown {
  if (of === null || of === undefined) return of;
  if (Array.isArray(of)) {
    return (of as readonly Record<string, string | null>[]).find((it) => (it[field] ?? NO_VALUE) === key);
  }
  return Object.hasOwn(of, key) ? (of as Record<string, unknown>)[key] : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
