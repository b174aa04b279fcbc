import { CATALOGUE } from '../../shared/catalogue.js';
import { LoggableError, PlatformError } from '../../shared/platform-error.js';

/**
 * One sealed value cannot be had, however often it is asked for; all others may. Uncaught, it is a
 * 503. When the tenant's key cannot be had it is a KeyUnavailableError.
 */
export class ValueUnavailableError extends PlatformError {
  /**
   * @param reason a word for audit rows, such as `does_not_open`
   * @param words the same for the log
   */
  constructor(
    readonly reason: string,
    words: string,
    cause?: unknown,
  ) {
    super(CATALOGUE.dependencyUnavailable, { cause: new LoggableError(words, cause) });
    this.name = 'ValueUnavailableError';
  }
}
