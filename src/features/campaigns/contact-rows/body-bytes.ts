import type { ExecutionContext } from '@nestjs/common';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';

/** The raw body of a request; empty without one. */
export function bodyBytes(context: ExecutionContext): Buffer {
  const body: unknown = context.switchToHttp().getRequest<PlatformRequest>().body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
