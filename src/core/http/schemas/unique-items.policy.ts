import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { FieldError } from '../../shared/platform-error.js';
import { canonicalJson } from '../../shared/json/canonical-json.policy.js';
import { isRecord, type JsonPath } from '../../shared/json/json-path.js';

interface Parts {
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly uniqueItems?: boolean;
}

const stripped = new WeakMap<TSchema, TSchema>();

/**
 * The schema without `uniqueItems`, for which TypeBox hashes each item with big integers: 128 KiB
 * of text block the process for 40 ms.
 */
export function withoutUniqueness(schema: TSchema): TSchema {
  const known = stripped.get(schema);
  if (known) return known;
  const copy = withoutFlag(schema) as TSchema;
  stripped.set(schema, copy);
  return copy;
}

// By own keys: TypeBox marks its schemas with symbols.
function withoutFlag(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutFlag);
  if (!isRecord(node)) return node;
  const keys = Reflect.ownKeys(node).filter((key) => key !== 'uniqueItems' || node['type'] !== 'array');
  return Object.fromEntries(
    keys.map((key) => [key, withoutFlag((node as Record<symbol, unknown>)[key as symbol])]),
  );
}

/** Lists in an otherwise valid value that contain an item twice and must not. */
export function repeatedItems(schema: TSchema, value: unknown, loc: JsonPath): FieldError[] {
  const { anyOf, items, properties = {}, patternProperties = {}, uniqueItems } = schema as Parts;
  if (anyOf) return variantsOf(anyOf, value).flatMap((variant) => repeatedItems(variant, value, loc));
  if (Array.isArray(value)) {
    const isRepeated = uniqueItems === true && new Set(value.map(canonicalJson)).size < value.length;
    if (isRepeated) return [{ loc, message: 'must not have the same item twice', type: 'not_unique' }];
    return items ? value.flatMap((item, index) => repeatedItems(items, item, [...loc, index])) : [];
  }
  if (!isRecord(value)) return [];
  const [free] = Object.values(patternProperties);
  return Object.entries(value).flatMap(([name, child]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : free;
    return field ? repeatedItems(field, child, [...loc, name]) : [];
  });
}

function variantsOf(variants: readonly TSchema[], value: unknown): readonly TSchema[] {
  if (typeof value !== 'object' || value === null) return [];
  return variants.filter((variant) => Value.Check(withoutUniqueness(variant), value)).slice(0, 1);
}
