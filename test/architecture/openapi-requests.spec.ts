import type { OpenAPIObject } from '@nestjs/swagger';
import { expect, it } from 'vitest';
import { wholeOpenApi } from '../../src/core/openapi/openapi.js';
import { useSharedApp } from '../support/shared-app.js';

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
}

/**
 * The objects that name their fields, in a part of the document and in the schemas that it refers
 * to.
 */
function objectsIn(document: OpenAPIObject, part: unknown): Schema[] {
  const schemas = (document.components?.schemas ?? {}) as Record<string, unknown>;
  const seen = new Set<unknown>();
  const visit = (value: unknown): Schema[] => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return [];
    seen.add(value);
    const { $ref: target, example: _, ...rest } = value as Schema & { $ref?: string; example?: unknown };
    if (target !== undefined) return visit(schemas[target.split('/').at(-1)!]);
    const own = rest.type === 'object' && rest.properties ? [rest] : [];
    return [...own, ...Object.values(rest).flatMap(visit)];
  };
  return visit(part);
}

const test = useSharedApp();

// requests 3.5
it('every object of a request says that it has no other field than those named, or which', () => {
  const document = wholeOpenApi(test.app, 'everything');
  const bodies = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { requestBody?: object }>)
      .filter(([, { requestBody }]) => requestBody !== undefined)
      .map(([method, { requestBody }]) => ({ name: `${method.toUpperCase()} ${path}`, requestBody })),
  );
  const open = bodies.flatMap(({ name, requestBody }) =>
    objectsIn(document, requestBody)
      .filter(({ additionalProperties }) => additionalProperties === undefined)
      .map(({ properties }) => `${name}: ${Object.keys(properties!).join(' ')}`),
  );
  expect(open).toEqual([]);
  expect(bodies.length).toBeGreaterThan(70);
});
