import type { DiscoveryService } from '@nestjs/core';
import type { WorkKind } from './work-kind.js';

/**
 * The providers that a decorator marks as handlers, by the name of their kind.
 * @throws Error when two handle the same kind
 */
export function handlersOf<H extends { readonly kind: WorkKind<object> }>(
  discovery: DiscoveryService,
  metadataKey: string,
): ReadonlyMap<string, H> {
  const handlers = new Map<string, H>();
  for (const { instance } of discovery.getProviders({ metadataKey })) {
    const handler = instance as H;
    const { name } = handler.kind;
    if (handlers.has(name)) throw new Error(`Two handlers are registered for work of kind ${name}.`);
    handlers.set(name, handler);
  }
  return handlers;
}
