import type { AuditEvent } from '../../../../core/shared/audit-event.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { exportAudit, type ExportEnd } from '../governance/export-audit.policy.js';
import { decideExport } from '../governance/export-decision.policy.js';
import { readExportRequest, type ExportRequest } from '../export-request.policy.js';
import { EXPORT_ERRORS } from '../../calls.errors.js';

/**
 * Whether the request alone is reason to refuse it: a wrong type (422), a role or an impossible
 * combination (`decideExport`). These come before the limit (calls-export 3.1): types and roles are
 * refused in the same way whether or not a window is full.
 */
export function isRefusedBeforeLimit(auth: AuthContext, body: unknown): boolean {
  const request = read(body);
  return request === null || decideExport(auth.scope, request).kind === 'refused';
}

/** The audit row of an export that its limit refuses. Only readable bodies reach the limit. */
export const auditThrottled =
  (action: AuditEvent['action']) =>
  (body: unknown): AuditEvent => {
    const end: ExportEnd = {
      code: EXPORT_ERRORS.throttled.code,
      outcome: 'failed',
      failureReason: EXPORT_ERRORS.throttled.code.toLowerCase(),
    };
    return exportAudit(readExportRequest(fieldsOf(body)), null, null, end, action);
  };

function read(body: unknown): ExportRequest | null {
  try {
    return readExportRequest(fieldsOf(body));
  } catch {
    return null;
  }
}

/** A body that is missing, or could not be read, has no fields. */
const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  (body ?? {}) as Readonly<Record<string, unknown>>;
