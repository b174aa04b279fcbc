import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { unprocessable } from '../../../core/shared/platform-error.js';

/** As many as calls. */
const MAX_RECORDS = 1000;

/** Passes the batch to a controller method; the validation pipe handles only objects. */
export const Records = createParamDecorator((_: unknown, context: ExecutionContext): readonly unknown[] => {
  const body: unknown = context.switchToHttp().getRequest<PlatformRequest>().body;
  if (Array.isArray(body) && body.length >= 1 && body.length <= MAX_RECORDS) return body;
  throw unprocessable({
    loc: ['body'],
    message: `must be a JSON array of 1 to ${MAX_RECORDS} message records`,
    type: 'batch_size',
  });
});
