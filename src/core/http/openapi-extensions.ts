import type { OpenAPIObject } from '@nestjs/swagger';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Lists the roles and scopes that may call an operation; absent: all callers, without credentials. */
export const CALLERS_EXTENSION = 'x-callers';

/** Schemas that no class describes, by name; buildOpenApi lifts them into the components. */
export const SCHEMAS_EXTENSION = 'x-schemas';

/** Requests that the service sends, by name; buildOpenApi lifts them into `webhooks`. */
export const WEBHOOKS_EXTENSION = 'x-sent';
