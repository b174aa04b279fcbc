import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Record<string, unknown>;

/** Leaves out the schemas that no route of this document uses. */
export function pruneSchemas(document: OpenAPIObject): void {
  const schemas = schemasOf(document);
  const reached = reachedFrom([document.paths, (document as { webhooks?: unknown }).webhooks], schemas);
  for (const name of Object.keys(schemas)) if (!reached.has(name)) delete schemas[name];
}

/**
 * Closes the objects of requests (requests 3.5); an object also used in responses stays open, since
 * responses gain fields.
 */
export function closeRequests(document: OpenAPIObject): void {
  const schemas = schemasOf(document);
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item as Json) as Json[]);
  const answered = reachedFrom(
    operations.map(({ responses }) => responses),
    schemas,
  );
  for (const { requestBody } of operations) {
    close(requestBody);
    for (const name of reachedFrom(requestBody, schemas)) if (!answered.has(name)) close(schemas[name]);
  }
}

function close(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { type, properties } = value as Json;
  if (type === 'object' && properties !== undefined) (value as Json)['additionalProperties'] ??= false;
  // An example may itself be a schema, such as a plugin's parameters.
  for (const [key, child] of Object.entries(value)) if (key !== 'example') close(child);
}

/** The names of the schemas that a part of the document uses. */
export function reachedFrom(part: unknown, schemas: Readonly<Json>): Set<string> {
  const reached = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name] of (JSON.stringify(value) ?? '').matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || reached.has(name)) continue;
      reached.add(name);
      visit(schemas[name] ?? {});
    }
  };
  visit(part);
  return reached;
}

const schemasOf = ({ components }: OpenAPIObject): Json => components?.schemas ?? {};
