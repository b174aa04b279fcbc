import { CATALOGUE } from '../../shared/catalogue.js';
import { LoggableError, PlatformError } from '../../shared/platform-error.js';

/**
 * A sealed value can never be opened. Uncaught, it is a 503. Without the tenant's key it is a
 * KeyUnavailableError.
 */
export class ValueUnavailableError extends PlatformError {
  /**
   * @param reason a word for audit rows, such as `does_not_open`
   * @param words the reason in words, for the log
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
