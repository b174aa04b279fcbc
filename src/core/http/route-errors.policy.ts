import type { AccessRule } from '../auth/access-rule.js';
import { CATALOGUE, type CatalogueEntry } from '../shared/catalogue.js';
import { PlatformError } from '../shared/platform-error.js';

/**
 * The error that a route uses in place of one of core's, or the same entry. Domain routes and
 * security routes call wrong fields 400 validation_failed (errors 1.10, 1.14), and a route may have
 * a code of its own for a dependency that fails.
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
