import type { FieldError } from '../../../core/shared/platform-error.js';
import { UNKNOWN_FIELD } from '../../../core/shared/field-names.policy.js';

/** The names of a tenant in a request, such as `X-Client-Id` and `tenant_id`. */
const NAMES_A_TENANT = /^(?:x-)?(?:client|tenant)[-_]id$/;

/**
 * Headers with which a browser tries to name a client (partner-clients 1.4).
 * @param names of the request's headers, in lower case
 */
export const headersNamingTenants = (names: readonly string[]): readonly FieldError[] =>
  names
    .filter((name) => NAMES_A_TENANT.test(name))
    .map((name) => ({ loc: ['header', name], ...UNKNOWN_FIELD }));
