import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** The request of a route that checks its body against a section's schema. */
export interface ReceivedRequest {
  /** The parsed body; undefined without one. */
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Null if no idempotency key was sent, or none is accepted. */
  readonly reservation: Reservation | null;
}

/** Passes the unchecked body to a controller method: the service checks it against a schema. */
export const RawRequest = createParamDecorator((_: unknown, context: ExecutionContext): ReceivedRequest => {
  const request = context.switchToHttp().getRequest<PlatformRequest>();
  return {
    body: request.body as unknown,
    ifMatch: request.get('If-Match'),
    idempotencyKey: request.get('Idempotency-Key'),
    reservation: request.reservation ?? null,
  };
});
