import type { AuthContext } from '../../shared/auth-context.js';
import { currentRequestId } from '../../shared/request-context.js';
import type { StoreReader } from '../unit-of-work/unit-of-work.js';
import { auditMetadata, type AuditEvent } from '../../shared/audit-event.js';
import { APPEND_AUDIT } from './outbox.queries.js';

/**
 * Appends an audit row in the transaction of the audited change.
 * @param now the instant of the change
 */
export async function appendAudit(
  db: Pick<StoreReader, 'query'>,
  auth: AuthContext,
  event: AuditEvent,
  now: Date,
): Promise<void> {
  const { scope, principal } = auth;
  const who = [principal.kind, principal.id, scope, currentRequestId()];
  await db.query(APPEND_AUDIT, [now, event.action, event.outcome, ...who, auditMetadata(auth, event)]);
}
