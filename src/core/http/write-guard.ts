import { validationFailed } from '../errors/platform-error.js';
import type { PlatformError } from '../errors/platform-error.js';

/** 400 of an If-Match that cannot be read. */
export const malformedIfMatch = (): PlatformError =>
  validationFailed({
    loc: ['header', 'If-Match'],
    message: 'must be an etag in double quotes, or *',
    type: 'malformed',
  });
