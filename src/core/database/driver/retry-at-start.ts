import { ConstantBackoff, handleType, retry } from 'cockatiel';
import { PlatformError } from '../../shared/platform-error.js';

/** A store that is slow for a moment during the start costs a second and not the process. */
export const retryAtStart = retry(handleType(PlatformError), {
  maxAttempts: 10,
  backoff: new ConstantBackoff(1000),
});
