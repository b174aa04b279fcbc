import type { Resource } from '../rules/resources.policy.js';

interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}

/** The resource, with its version as the header ETag. */
export function withVersion<T extends Resource>(response: HeaderSink, resource: T): T {
  response.setHeader('ETag', resource.meta.version);
  return resource;
}
