import type { OpenAPIObject } from '@nestjs/swagger';

/** One operation of the document. */
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/**
 * Where the document lists the roles and scopes that may call an operation; absent: all callers,
 * without credentials.
 */
export const CALLERS_EXTENSION = 'x-callers';

/**
 * Where a route brings schemas that no class describes, by name, until buildOpenApi lifts them into
 * the components.
 */
export const SCHEMAS_EXTENSION = 'x-schemas';

/**
 * Where a route brings requests that the service itself sends, by name, until buildOpenApi lifts
 * them into `webhooks`.
 */
export const WEBHOOKS_EXTENSION = 'x-sent';
