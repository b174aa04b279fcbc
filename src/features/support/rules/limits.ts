import { applyDecorators } from '@nestjs/common';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { SUPPORT_ERRORS } from '../support.errors.js';

/**
 * The limit of an operation of support in 60 s: a person counts over all clients (support 7.1).
 * @param operation named in the answer of a full window
 */
export const SupportLimit = (operation: string, limit: number): MethodDecorator =>
  applyDecorators(
    RateLimit(
      { caller: { limit, seconds: 60 } },
      { within: 'platform', operation: `support_${operation}`, answer: SUPPORT_ERRORS.limitReached },
    ),
  );
