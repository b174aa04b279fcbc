import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from '../http/openapi-extensions.js';

type Schemas = NonNullable<OpenAPIObject['components']>['schemas'];

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Body {
  schema?: Schema;
  example?: unknown;
  examples?: unknown;
}

interface Response {
  description: string;
  content?: Record<string, Body>;
}

// Response classes form a tree; a class that contains itself would otherwise be followed endlessly.
const MAX_DEPTH = 8;

const OF_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-10-31T04:12:09.000Z',
  date: '2026-10-31',
  uuid: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e',
};

/**
 * Adds an example to a JSON request body, which Swagger UI sends unchanged: required members, and
 * those with their own example.
 */
export function completeRequestBody(requestBody: unknown, schemas: Schemas): void {
  const body = (requestBody as Partial<Response> | undefined)?.content?.['application/json'];
  if (body) completeBody(body, schemas);
}

/**
 * Adds a description to every response, and an example to every JSON body without a class. Tools
 * derive the examples of classes themselves.
 */
export function completeResponses(responses: Readonly<Record<string, unknown>>, schemas: Schemas): void {
  for (const [status, response] of Object.entries(responses as Record<string, Response>)) {
    response.description ||= STATUS_CODES[status] ?? 'Answer';
    const body = response.content?.['application/json'];
    if (!body) continue;
    if (nameIn(body.schema ?? {}) === undefined) completeBody(body, schemas);
  }
}

/** Leaves out examples that tools compose from the schema themselves. */
export function dropDerivableExamples(requestBodies: readonly unknown[], schemas: Schemas): void {
  for (const requestBody of requestBodies) {
    const body = (requestBody as Partial<Response> | undefined)?.content?.['application/json'];
    if (body?.schema && isDerivable(body.schema, schemas ?? {})) delete body.example;
  }
}

/** Whether the example of a schema has all of its fields, each with a value of its own schema. */
function isDerivable(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth = 0): boolean {
  const { example, default: standard, enum: words, type, items, properties, required } = schema;
  if (example !== undefined || standard !== undefined || words !== undefined) return true;
  if (depth >= MAX_DEPTH) return false;
  const name = nameIn(schema);
  if (name !== undefined) return isDerivable(schemas[name] ?? {}, schemas, depth + 1);
  if (properties) {
    return Object.entries(properties).every(
      ([field, it]) =>
        (required?.includes(field) || it.example !== undefined) && isDerivable(it, schemas, depth + 1),
    );
  }
  return type === 'array'
    ? items !== undefined && isDerivable(items, schemas, depth + 1)
    : type === 'boolean';
}

const nameIn = ({ $ref: target }: Schema): string | undefined => target?.slice(target.lastIndexOf('/') + 1);

function completeBody(body: Body, schemas: Schemas): void {
  if (body.schema && body.example === undefined && body.examples === undefined) {
    body.example = exampleOf(body.schema, schemas ?? {}, 0);
  }
}

/** An example of a schema: its own, otherwise one composed from its parts. */
export function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth = 0): unknown {
  if (schema.example !== undefined) return schema.example;
  if (depth >= MAX_DEPTH) return null;
  const name = nameIn(schema);
  if (name !== undefined) return exampleOf(schemas[name] ?? {}, schemas, depth + 1);
  const [choice] = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return exampleOf(choice, schemas, depth + 1);
  if (schema.properties) return objectOf(schema, schemas, depth);
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items, schemas, depth + 1)] : [];
  return plainValueOf(schema);
}

/** Optional properties are shown only if their class has an example: most describe failures. */
function objectOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth: number): object {
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name, property]) => schema.required?.includes(name) || property.example !== undefined,
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas, depth + 1)]));
}

function plainValueOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (admitsNull(schema)) return null;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'string') return OF_FORMAT[schema.format ?? ''] ?? 'text';
  return {};
}

/** Null is one of several types, or `nullable` of OpenAPI 3.0. */
const admitsNull = ({ nullable, type }: Schema): boolean =>
  nullable === true || (Array.isArray(type) && type.includes('null'));

interface Parameter {
  readonly required?: boolean;
  example?: unknown;
  schema?: { example?: unknown; examples?: unknown[] };
}

/**
 * Swagger UI sends a parameter's `example` unchanged, and a summary with every filter set finds
 * nothing; it only shows `examples`. Required parameters stay filled in.
 */
export function leaveOptionalsEmpty({ parameters = [] }: Operation): void {
  for (const parameter of parameters as Parameter[]) {
    const example = parameter.example ?? parameter.schema?.example;
    if (parameter.required || example === undefined) continue;
    const { example: _, ...schema } = parameter.schema ?? {};
    parameter.schema = { ...schema, examples: [example] };
    delete parameter.example;
  }
}
