import { ConstantBackoff, handleType, retry } from 'cockatiel';
import { PlatformError } from '../../shared/platform-error.js';

/** A store that is briefly slow at start delays the process by a second instead of ending it. */
export const retryAtStart = retry(handleType(PlatformError), {
  maxAttempts: 10,
  backoff: new ConstantBackoff(1000),
});
