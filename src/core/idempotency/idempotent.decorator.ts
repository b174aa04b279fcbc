import {
  applyDecorators,
  createParamDecorator,
  ExecutionContext,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { IDEMPOTENCY_EXTENSION, IDEMPOTENCY_RULE, KEY_DEFAULTS } from './idempotency-rule.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import type { IdempotencyRule } from './idempotency-rule.js';
import type { Reservation } from '../database/unit-of-work/reservation.js';

declare module '../shared/platform-request.js' {
  interface PlatformRequest {
    /** The first response of a repeated request, on routes that handle replays themselves. */
    replayed?: unknown;
  }
}

/**
 * A route's work is done once per key: the handler completes the `@Reserved()` reservation in the
 * transaction of its effect. Every route that changes data has it; the key is optional unless the
 * rule says otherwise.
 */
export function Idempotent(rule: Partial<IdempotencyRule> = {}): MethodDecorator {
  return (target, handler, descriptor) => {
    const full: IdempotencyRule = { ...KEY_DEFAULTS, operation: String(handler), ...rule };
    applyDecorators(
      SetMetadata(IDEMPOTENCY_RULE, full),
      UseInterceptors(IdempotencyInterceptor),
      ApiExtension(IDEMPOTENCY_EXTENSION, { ...full }),
    )(target, handler, descriptor);
  };
}

/** The reservation of the request; null if the key is optional and was left out. */
export const Reserved = createParamDecorator((_: unknown, context: ExecutionContext): Reservation | null => {
  const { reservation } = context.switchToHttp().getRequest<PlatformRequest>();
  if (reservation === undefined) throw new Error('@Reserved() is on a route without @Idempotent.');
  return reservation;
});

/**
 * The body of the first response, on routes that handle replays themselves; null for the first
 * request.
 */
export const Replayed = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const { replayed } = context.switchToHttp().getRequest<PlatformRequest>();
  return replayed ?? null;
});
