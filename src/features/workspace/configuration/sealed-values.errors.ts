import { CATALOGUE } from '../../../core/kernel/catalogue.js';
import { LoggableError, PlatformError } from '../../../core/kernel/platform-error.js';

const REASONS = {
  secret_gone: 'a secret that the configuration refers to is gone',
  does_not_open: 'a sealed value of the workspace does not open',
} as const;

/**
 * One sealed value cannot be had, however often it is asked for; all others may. Uncaught, it is a 503. When the
 * tenant's key cannot be had it is a KeyUnavailableError.
 */
export class ValueUnavailableError extends PlatformError {
  constructor(
    readonly reason: keyof typeof REASONS,
    cause?: unknown,
  ) {
    super(CATALOGUE.dependencyUnavailable, { cause: new LoggableError(REASONS[reason], cause) });
    this.name = 'ValueUnavailableError';
  }
}
