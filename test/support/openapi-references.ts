import type { OpenAPIObject } from '@nestjs/swagger';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const SHARED = /^#\/components\/(examples|responses|parameters)\/(.+)$/;

/**
 * The document with shared examples, responses and parameters where they are used; schemas and
 * headers stay references.
 */
export function withoutSharing(document: OpenAPIObject): OpenAPIObject {
  const components = document.components as unknown as Record<string, Record<string, Json>>;
  const resolve = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [, kind, name] = SHARED.exec(typeof value['$ref'] === 'string' ? value['$ref'] : '') ?? [];
    if (kind !== undefined && name !== undefined) return resolve(components[kind]![name]!);
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, resolve(child)]));
  };
  return {
    ...document,
    paths: resolve(document.paths as unknown as Json) as unknown as OpenAPIObject['paths'],
  };
}
