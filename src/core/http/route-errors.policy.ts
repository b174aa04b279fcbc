import type { AccessRule } from '../auth/access-rule.js';
import { CATALOGUE, type CatalogueEntry } from '../shared/catalogue.js';
import { PlatformError } from '../shared/platform-error.js';

/**
 * What a route answers in place of one of core's errors: a domain route and one of security call wrong fields
 * 400 validation_failed (errors 1.10, 1.14), and a route may have a code of its own for what it depends on. The same entry where there is nothing to replace.
 */
export function entryOfRoute(entry: CatalogueEntry, rule: AccessRule | undefined): CatalogueEntry {
  if (entry === CATALOGUE.validationError && (rule?.surface === 'domain' || rule?.surface === 'security'))
    return CATALOGUE.validationFailed;
  if (entry === CATALOGUE.dependencyUnavailable && rule?.kind === 'protected')
    return rule.unavailable ?? entry;
  return entry;
}

/** The error as the route tells it. */
export function errorOfRoute(error: PlatformError, rule: AccessRule | undefined): PlatformError {
  const entry = entryOfRoute(error.entry, rule);
  if (entry === error.entry) return error;
  const { fields, retryAfterSeconds, cause } = error;
  return new PlatformError(entry, {
    fields,
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
