import type { OpenAPIObject } from '@nestjs/swagger';
import { pruneSchemas } from './openapi-schemas.js';

type Json = Record<string, unknown>;
type Schemas = Readonly<Record<string, Json>>;

/** Keywords that describe one use; they replace those of the referenced schema. */
const TEXTS = ['description', 'example', 'examples', 'title'];
/** Keywords that narrow one use, next to a reference. */
const LIMITS = ['default', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'x-personal'];
const NEXT_TO_REFERENCE = new Set([...TEXTS, ...LIMITS]);

/**
 * Classes with fewer common fields are written out: otherwise a reader would have to look up two of
 * them.
 */
const LEAST_FIELDS = 5;

/**
 * Writes each schema once (requests 1.2): repetitions refer to it, and a class with all fields of
 * another one extends it.
 * @param named schemas by name, including those without a reference so far
 */
export function shareSchemas(document: OpenAPIObject, named: Schemas): void {
  const described = document.components?.schemas as Schemas;
  const parts = Object.entries(named).filter(([name]) => !(name in described));
  const whole = { ...Object.fromEntries(parts), ...described };
  const references = new References(whole);
  const shared = Object.keys(whole).map((name) => [
    name,
    references.aliasOf(name) ?? references.inside(extending(name, whole)),
  ]);
  document.components = { ...document.components, schemas: Object.fromEntries(shared) as Schemas };
  for (const content of contentsIn(document.paths)) content.schema = references.to(content.schema);
  pruneSchemas(document);
}

/** Finds the named schema that a part of the document repeats. */
class References {
  /**
   * Names by the keywords that are the same in every use; parts that have only a name come first.
   */
  private readonly names = new Map<string, string[]>();

  constructor(private readonly schemas: Schemas) {
    for (const [name, schema] of Object.entries(schemas)) {
      const key = keyOf(schema);
      this.names.set(key, [...(this.names.get(key) ?? []), name]);
    }
  }

  /** A reference to an earlier schema that is the same; null for the first of its kind. */
  aliasOf(name: string): Json | null {
    const names = this.names.get(keyOf(this.schemas[name]!)) ?? [];
    return this.reference(this.schemas[name]!, names.slice(0, names.indexOf(name)));
  }

  /** The schema, or a reference to a named one with the texts and limits of this use. */
  to(schema: Json): Json {
    return this.reference(schema, this.names.get(keyOf(schema)) ?? []) ?? this.inside(schema);
  }

  /** The schema with references in its parts. */
  inside(schema: Json): Json {
    return mapParts(schema, (part) => this.to(part));
  }

  private reference(schema: Json, names: readonly string[]): Json | null {
    for (const name of names) {
      const named = this.schemas[name]!;
      const beside = Object.entries(schema).filter(
        ([keyword, value]) => NEXT_TO_REFERENCE.has(keyword) && !isSame(value, named[keyword]),
      );
      const reference = { $ref: `#/components/schemas/${name}`, ...Object.fromEntries(beside) };
      const isShorter = JSON.stringify(reference).length < JSON.stringify(schema).length;
      if (isShorter && isNarrowed(named, schema)) return reference;
    }
    return null;
  }
}

/** Whether a use has every text and limit of the named schema; a use may replace only texts. */
const isNarrowed = (named: Json, schema: Json): boolean =>
  TEXTS.every((keyword) => named[keyword] === undefined || schema[keyword] !== undefined) &&
  LIMITS.every((keyword) => named[keyword] === undefined || isSame(named[keyword], schema[keyword]));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Equal for schemas that differ at most in texts and limits. */
const keyOf = (schema: Json): string =>
  JSON.stringify(
    Object.entries(schema)
      .filter(([keyword]) => !NEXT_TO_REFERENCE.has(keyword))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

interface ObjectSchema extends Json {
  readonly properties: Schemas;
  readonly required?: readonly string[];
}

/** A response class: open, so that another one can extend it. */
const isOpenObject = (schema: Json): schema is ObjectSchema =>
  Object.keys(schema).every((keyword) => ['type', 'properties', 'required'].includes(keyword)) &&
  schema['properties'] !== undefined;

/** The class as an extension of the largest other class whose fields it has, if any. */
function extending(name: string, schemas: Schemas): Json {
  const schema = schemas[name]!;
  if (!isOpenObject(schema)) return schema;
  const [base] = Object.entries(schemas)
    .filter(([, other]) => isOpenObject(other) && extendsOther(schema, other))
    .toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one));
  if (!base) return schema;
  const [baseName, { properties, required = [] }] = base as [string, ObjectSchema];
  const own = Object.entries(schema.properties).filter(([field]) => !(field in properties));
  const ownRequired = (schema.required ?? []).filter((field) => !required.includes(field));
  return {
    type: 'object',
    allOf: [{ $ref: `#/components/schemas/${baseName}` }],
    properties: Object.fromEntries(own),
    ...(ownRequired.length > 0 && { required: ownRequired }),
  };
}

function extendsOther(schema: ObjectSchema, { properties, required = [] }: ObjectSchema): boolean {
  const fields = Object.entries(properties);
  return (
    fields.length >= LEAST_FIELDS &&
    fields.length < Object.keys(schema.properties).length &&
    fields.every(([field, value]) => isSame(value, schema.properties[field])) &&
    required.every((field) => schema.required?.includes(field))
  );
}

const sizeOf = (schema: Json): number => JSON.stringify(schema).length;

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const WITH_SCHEMA = ['items', 'additionalProperties'];
const WITH_LIST = ['anyOf', 'oneOf', 'allOf'];
const WITH_NAMES = ['properties', 'patternProperties'];

function mapParts(schema: Json, change: (part: Json) => Json): Json {
  const changed = (keyword: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (WITH_SCHEMA.includes(keyword)) return change(value as Json);
    if (WITH_LIST.includes(keyword)) return (value as Json[]).map(change);
    if (!WITH_NAMES.includes(keyword)) return value;
    return Object.fromEntries(Object.entries(value as Schemas).map(([name, part]) => [name, change(part)]));
  };
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, changed(keyword, value)]),
  );
}

interface Content {
  schema: Json;
}

/** Parameters and bodies of the operations: all that hold a schema. */
function contentsIn(value: unknown): Content[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('schema' in value) return [value as Content];
  return Object.entries(value).flatMap(([key, child]) =>
    ['example', 'examples'].includes(key) ? [] : contentsIn(child),
  );
}
