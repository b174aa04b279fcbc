import type { OpenAPIObject } from '@nestjs/swagger';
import { NAME_EXTENSION } from '../../src/core/openapi/openapi-components.js';
import { exampleOf } from '../../src/core/openapi/openapi-examples.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Fields = Record<string, Json>;

interface Resolved {
  readonly paths: Fields;
  readonly webhooks: Fields;
  readonly schemas: Fields;
}

const isObject = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A document as its readers see it: each reference with the texts next to it, each class with the
 * fields of the one that it extends, each operation with its credentials, each request with its
 * example.
 */
export function resolved(document: OpenAPIObject): Resolved {
  const withoutName = (key: string, value: unknown): unknown => (key === NAME_EXTENSION ? undefined : value);
  const root = JSON.parse(JSON.stringify(document, withoutName)) as Fields;
  const components = root['components'] as Record<string, Fields>;

  /**
   * @param inside names of the references around the value; a class that contains itself ends there
   */
  const resolve = (value: Json, inside: readonly string[] = []): Json => {
    if (Array.isArray(value)) return value.map((item) => resolve(item, inside));
    if (!isObject(value)) return value;
    const { $ref: target, ...beside } = value;
    if (typeof target !== 'string') {
      return extended(
        Object.fromEntries(Object.entries(value).map(([key, it]) => [key, resolve(it, inside)])),
      );
    }
    if (inside.includes(target)) return { recursion: target };
    const [, , kind, name] = target.split('/');
    const part = resolve(components[kind!]![name!]!, [...inside, target]) as Fields;
    return { ...part, ...(resolve(beside, inside) as Fields) };
  };

  const paths = resolve(root['paths']!) as Record<string, Record<string, Fields>>;
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    operation['security'] ??= root['security']!;
    const body = (operation['requestBody'] as { content?: Record<string, Fields> } | undefined)?.content;
    const json = body?.['application/json'];
    if (json && json['examples'] === undefined)
      json['example'] ??= exampleOf(json['schema'] as Fields, {}) as Json;
  }
  return {
    paths,
    webhooks: resolve(root['webhooks']!) as Fields,
    schemas: resolve(components['schemas']!) as Fields,
  };
}

/** The class with the fields of its base, in its own order. */
function extended({ allOf, ...schema }: Fields): Fields {
  const required = (fields: Fields): Json[] => (fields['required'] ?? []) as Json[];
  const sorted = (names: readonly Json[]): Json => names.toSorted();
  if (!Array.isArray(allOf) || !isObject(schema['properties'])) {
    if (Array.isArray(schema['required'])) schema['required'] = sorted(schema['required']);
    return allOf === undefined ? schema : { ...schema, allOf };
  }
  const [base] = allOf as [Fields];
  return {
    ...base,
    ...schema,
    properties: { ...(base['properties'] as Fields), ...schema['properties'] },
    required: sorted([...required(base), ...required(schema)]),
  };
}
