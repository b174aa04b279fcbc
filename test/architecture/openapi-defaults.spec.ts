import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Schema {
  readonly $ref?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  readonly paths: Readonly<
    Record<
      string,
      { readonly patch?: { readonly requestBody?: { readonly content: Record<string, { schema: Schema }> } } }
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** The paths of fields with a default in the schema: `field.field`. */
function defaultsIn(schema: Schema, path: string[] = []): string[] {
  const name = schema.$ref?.split('/').at(-1);
  const { default: value, properties = {} } = name ? document.components.schemas[name]! : schema;
  const own = value === undefined ? [] : [path.join('.')];
  return [...own, ...Object.entries(properties).flatMap(([field, it]) => defaultsIn(it, [...path, field]))];
}

describe('the document', () => {
  // webhooks 2.7
  it('names no default for fields that a change may omit', () => {
    const changes = Object.entries(document.paths).flatMap(([path, { patch }]) =>
      patch?.requestBody ? [[path, patch.requestBody.content['application/json']!.schema] as const] : [],
    );
    expect(changes.length).toBeGreaterThan(3);
    expect(changes.flatMap(([path, schema]) => defaultsIn(schema).map((it) => `${path}: ${it}`))).toEqual([]);
  });
});
