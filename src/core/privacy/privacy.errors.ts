import { CATALOGUE } from '../shared/catalogue.js';
import { LoggableError, PlatformError } from '../shared/platform-error.js';

/** A tenant's key is not available. Paths that fail closed catch it and redact; elsewhere it is 503. */
export class KeyUnavailableError extends PlatformError {
  /** @param reason only for the log; it names neither key material nor personal data */
  constructor(reason: string, cause?: unknown) {
    super(CATALOGUE.dependencyUnavailable, { cause: new LoggableError(reason, cause) });
    this.name = 'KeyUnavailableError';
  }
}

/** The tenant's key no longer exists: values sealed under it can never be opened again. */
export class KeyGoneError extends KeyUnavailableError {}

/** A sealed value cannot be opened. The error does not say why: only an attacker could use that. */
export class DecryptionError extends Error {
  constructor() {
    super('The sealed value cannot be decrypted.');
    this.name = 'DecryptionError';
  }
}
