import { isRecord, type JsonPath } from '../../shared/json/json-path.js';

/**
 * Option of a field's schema: the value identifies a person or says how to reach them, and is
 * sealed wherever a configuration is stored.
 */
export const PERSONAL = { 'x-personal': true } as const;

const EACH = Symbol('each');

/**
 * The path of a personal field in a schema: names, and EACH for items of a list or fields with any
 * name.
 */
export type PersonalPath = readonly (string | typeof EACH)[];

/** A personal value and its position in its configuration. */
export type PersonalValue = readonly [at: JsonPath, value: unknown];

type Configuration = Readonly<Record<string, unknown>>;

/** A configuration in two parts: one that may be stored in plain text, and one that may not. */
interface Parted {
  readonly rest: Configuration;
  readonly values: readonly PersonalValue[];
}

/** Paths of the fields that a schema marks as personal, with everything inside them. */
export function personalPaths(schema: unknown): PersonalPath[] {
  if (!isRecord(schema)) return [];
  if (schema['x-personal'] === true) return [[]];
  const { properties, patternProperties, items, anyOf } = schema;
  return [
    ...membersOf(properties).flatMap(([name, field]) => below(name, field)),
    ...membersOf(patternProperties).flatMap(([, field]) => below(EACH, field)),
    ...below(EACH, items),
    ...(Array.isArray(anyOf) ? anyOf.flatMap(personalPaths) : []),
  ];
}

const membersOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);

const below = (step: PersonalPath[number], schema: unknown): PersonalPath[] =>
  personalPaths(schema).map((path) => [step, ...path]);

/** How many fields of a schema are marked, at any depth. */
export function countPersonalMarks(schema: unknown): number {
  const inside = Array.isArray(schema) ? schema : isRecord(schema) ? Object.values(schema) : [];
  const own = isRecord(schema) && schema['x-personal'] === true ? 1 : 0;
  return inside.reduce<number>((sum, child) => sum + countPersonalMarks(child), own);
}

/**
 * Removes personal values from a configuration. A field with a personal value is removed; a list
 * item becomes null, so that the others keep their positions. Objects on the path are copied, all
 * others shared.
 */
export function withoutPersonal(paths: readonly PersonalPath[], configuration: Configuration): Parted {
  const rest = { ...configuration };
  const copied = new Set<object>([rest]);
  const values: PersonalValue[] = [];
  for (const path of paths) takeOut(rest, path, [], values, copied);
  return { rest, values };
}

/** @param parent a copy, which may be changed */
function takeOut(
  parent: Holder,
  [step, ...inside]: PersonalPath,
  at: JsonPath,
  values: PersonalValue[],
  copied: Set<object>,
): void {
  if (step === undefined) return;
  for (const key of keysOf(parent, step)) {
    const value = parent[key];
    if (value === null || value === undefined) continue;
    if (inside.length > 0) {
      if (typeof value === 'object')
        takeOut(ownedBy(parent, key, copied), inside, [...at, key], values, copied);
    } else {
      values.push([[...at, key], value]);
      if (Array.isArray(parent)) parent[key] = null;
      else delete parent[key];
    }
  }
}

function keysOf(value: unknown, step: PersonalPath[number]): (string | number)[] {
  if (Array.isArray(value)) return step === EACH ? [...value.keys()] : [];
  if (!isRecord(value)) return [];
  // In a fixed order, so that the same content gives the same values.
  if (step === EACH) return Object.keys(value).toSorted();
  return Object.hasOwn(value, step) ? [step] : [];
}

/**
 * Restores personal values; objects on the path are copied, all others shared.
 * @throws Error if the rest has no place for a value because it was changed in the store
 */
export function withPersonal({ rest, values }: Parted): Configuration {
  const whole = { ...rest };
  const copied = new Set<object>([whole]);
  for (const [at, value] of values) {
    let holder: Holder = whole;
    for (const key of at.slice(0, -1)) holder = ownedBy(holder, key, copied);
    holder[at.at(-1)!] = value;
  }
  return whole;
}

type Holder = Record<string | number, unknown>;

/** The object at that position, copied unless it is already a copy. */
function ownedBy(parent: Holder, key: string | number, copied: Set<object>): Holder {
  const there = parent[key];
  if (typeof there !== 'object' || there === null)
    throw new Error('There is no room left for a personal value.');
  if (copied.has(there)) return there as Holder;
  const copy = (Array.isArray(there) ? [...(there as unknown[])] : { ...there }) as Holder;
  copied.add(copy);
  parent[key] = copy;
  return copy;
}
