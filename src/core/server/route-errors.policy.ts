import type { AccessRule, PublicAccess } from '../auth/access-rule.js';
import { CATALOGUE, type CatalogueEntry } from '../shared/catalogue.js';
import { messageOf, PlatformError } from '../shared/platform-error.js';

/**
 * The error that a route uses instead of one of core's, or the same entry: domain and security
 * routes call wrong fields 400 validation_failed (errors 1.10, 1.14), and a route may have its own
 * code for a failed dependency.
 */
export function entryOfRoute(entry: CatalogueEntry, rule: AccessRule | undefined): CatalogueEntry {
  if (entry === CATALOGUE.validationError && (rule?.surface === 'domain' || rule?.surface === 'security'))
    return CATALOGUE.validationFailed;
  if (entry === CATALOGUE.dependencyUnavailable && rule?.kind === 'protected')
    return rule.unavailable ?? entry;
  return entry;
}

/**
 * The route's only response to its callers' errors (requests 8.11). Errors of the service and
 * stalled bodies have their own responses.
 */
export function onlyFailureOf(
  { status }: CatalogueEntry,
  rule: AccessRule | undefined,
): CatalogueEntry | undefined {
  const isCallers = status < 500 && status !== CATALOGUE.bodyTooSlow.status;
  return isCallers && rule?.kind === 'public' ? rule.onlyFailure : undefined;
}

function onlyRefusalOf(
  { status }: CatalogueEntry,
  rule: AccessRule | undefined,
): PublicAccess['onlyRefusal'] {
  const isRefusal = status === CATALOGUE.rateLimited.status;
  return isRefusal && rule?.kind === 'public' ? rule.onlyRefusal : undefined;
}

/** Whether an error gets the same response as others of its route, in bytes and in time. */
export const isAnsweredAlike = (entry: CatalogueEntry, rule: AccessRule | undefined): boolean =>
  onlyFailureOf(entry, rule) !== undefined || onlyRefusalOf(entry, rule) !== undefined;

export function errorOfRoute(error: PlatformError, rule: AccessRule | undefined): PlatformError {
  const onlyFailure = onlyFailureOf(error.entry, rule);
  if (onlyFailure) return new PlatformError(onlyFailure, { cause: error });
  const onlyRefusal = onlyRefusalOf(error.entry, rule);
  if (onlyRefusal) return new PlatformError(CATALOGUE.rateLimited, { ...onlyRefusal, cause: error });
  const entry = entryOfRoute(error.entry, rule);
  if (entry === error.entry) return error;
  const { fields, retryAfterSeconds, cause } = error;
  return new PlatformError(entry, {
    fields,
    ...messageOf(fields),
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
