import type { OpenAPIObject } from '@nestjs/swagger';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Rewrites OpenAPI 3.0's `nullable: true`, which @nestjs/swagger writes, as a type union of JSON
 * Schema 2020-12, an `allOf` of a single reference as the reference, and an `anyOf` of constant
 * texts as an `enum`.
 */
export function toJsonSchema2020(document: OpenAPIObject): OpenAPIObject {
  return rewrite(document as unknown as Json) as unknown as OpenAPIObject;
}

function rewrite(value: Json): Json {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = value;
  const schema = Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, rewrite(child)]));
  if (nullable !== true)
    return plain(nullable === undefined || nullable === false ? schema : { nullable, ...schema });
  const { type, allOf, $ref, enum: values, ...others } = schema;
  if (typeof type === 'string' && type !== '') {
    return { type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...others };
  }
  const target = Array.isArray(allOf) && allOf.length === 1 ? allOf[0]! : { ...($ref ? { $ref } : {}) };
  return { anyOf: [target, { type: 'null' }], ...others };
}

const plain = (schema: Record<string, Json>): Json => withoutLoneAllOf(withEnum(schema));

/** TypeBox writes an enumeration as constants. */
function withEnum({ anyOf, ...schema }: Record<string, Json>): Record<string, Json> {
  if (!Array.isArray(anyOf)) return anyOf === undefined ? schema : { ...schema, anyOf };
  const words = anyOf.map((it) =>
    typeof it === 'object' && it !== null && 'const' in it && it['type'] === 'string' ? it['const']! : null,
  );
  return words.includes(null) ? { ...schema, anyOf } : { ...schema, type: 'string', enum: words };
}

function withoutLoneAllOf({ allOf, ...schema }: Record<string, Json>): Json {
  if (allOf === undefined) return schema;
  const [only, ...others] = Array.isArray(allOf) ? allOf : [];
  const isLone = only !== undefined && others.length === 0 && typeof only === 'object' && '$ref' in only!;
  return isLone ? { ...schema, ...(only as Record<string, Json>) } : { ...schema, allOf };
}
