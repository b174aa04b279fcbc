import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Header,
  HttpCode,
  UseGuards,
} from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import type { BodyLimits } from '../../../core/auth/body-limits.js';
import type { CatalogueEntry } from '../../../core/shared/catalogue.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { attributesOf, type Attributes } from '../rules/attributes.policy.js';
import { MOST_MEMBERS } from '../rules/group-changes.policy.js';
import { SCIM_ERRORS, SCIM_JSON } from '../rules/scim-errors.policy.js';
import { DirectoryTokenGuard } from './directory-token.guard.js';

/** A group with all of its members, each with up to three values. */
const BODY: BodyLimits = {
  bytes: 1024 * 1024,
  types: [SCIM_JSON, 'application/json'],
  width: { inOnePlace: MOST_MEMBERS, inAll: 5 * MOST_MEMBERS },
};

/** A controller of routes for the directory of a client. */
export const ForDirectories = (): ClassDecorator => UseGuards(DirectoryTokenGuard);

/** A response whose schema is that of SCIM. */
export const AnswersScim = (status = 200): MethodDecorator =>
  applyDecorators(
    HttpCode(status),
    Header('Content-Type', SCIM_JSON),
    ApiResponse({ status, content: { [SCIM_JSON]: { schema: { type: 'object' } } } }),
  );

/** A route for the directory of a client, with SCIM's errors (directory 3.1, 3.2). */
export const ScimRoute = (...errors: readonly CatalogueEntry[]): MethodDecorator =>
  applyDecorators(
    PublicRoute('security', {
      // SCIM has documents of its own: RFC 7643, RFC 7644, and the route Schemas.
      internal: true,
      keyless: 'SCIM has no idempotency keys: repeating a request changes nothing more.',
      withoutDoor: "the directory's token is its credential, and nothing is stored without one",
      errorForm: SCIM_ERRORS,
      body: BODY,
      errors: [CATALOGUE.unauthorized, CATALOGUE.dependencyUnavailable, ...errors],
    }),
  );

/** The attributes of a body. SCIM ignores unknown ones, so that no request class fits. */
export const ScimBody = createParamDecorator((_: unknown, context: ExecutionContext): Attributes =>
  attributesOf(context.switchToHttp().getRequest<PlatformRequest>().body),
);

/** The parameters of a query; unknown ones have no effect. */
export const ScimQuery = createParamDecorator(
  (_: unknown, context: ExecutionContext): Readonly<Record<string, unknown>> =>
    context.switchToHttp().getRequest<PlatformRequest>().query,
);
