import { CATALOGUE } from '../shared/catalogue.js';
import { LoggableError, PlatformError } from '../shared/platform-error.js';

/**
 * A tenant's key is not available. Paths that fail closed catch it and redact; elsewhere the caller
 * gets 503.
 */
export class KeyUnavailableError extends PlatformError {
  /** @param reason for the log alone; it names neither key material nor personal data */
  constructor(reason: string, cause?: unknown) {
    super(CATALOGUE.dependencyUnavailable, { cause: new LoggableError(reason, cause) });
    this.name = 'KeyUnavailableError';
  }
}

/**
 * The tenant has no such key, and will not have it again: values sealed under it do not open any
 * more.
 */
export class KeyGoneError extends KeyUnavailableError {}

/**
 * A sealed value does not open. It says no more: what exactly did not fit is of use to an attacker
 * alone.
 */
export class DecryptionError extends Error {
  constructor() {
    super('The sealed value does not open.');
    this.name = 'DecryptionError';
  }
}
