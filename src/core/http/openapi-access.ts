import { ApiExtension } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { AccessRule } from '../auth/access-rule.js';

/** One operation of the document. */
export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Where a route's AccessRule travels inside the raw document, until buildOpenApi turns it into responses. */
export const ACCESS_EXTENSION = 'x-access';

/** Where the document lists the roles and scopes that may call an operation; absent: all callers, without credentials. */
export const CALLERS_EXTENSION = 'x-callers';

/** Where the document tells the rolling windows of a limited route: limit and seconds by window. */
export const RATE_LIMIT_EXTENSION = 'x-rate-limit';

/** Where a route's IdempotencyRule travels inside the raw document, until buildOpenApi turns it into a header. */
export const IDEMPOTENCY_EXTENSION = 'x-idempotency';

/** Where a route brings schemas that no class describes, by name, until buildOpenApi lifts them into the components. */
export const SCHEMAS_EXTENSION = 'x-schemas';

/** The OpenAPI half of @Access. */
export const describeAccess = (rule: AccessRule): MethodDecorator[] => [
  ApiExtension(ACCESS_EXTENSION, { ...rule }),
];
