import type { AuthContext } from '../../shared/auth-context.js';
import { currentRequestId } from '../../shared/request-context.js';
import type { StoreReader } from '../unit-of-work/unit-of-work.js';
import type { AuditEvent } from '../../shared/audit-event.js';
import { APPEND_AUDIT } from './outbox.queries.js';

/**
 * Appends an audit row in the transaction of the audited change.
 * @param now the instant of the change
 */
export async function appendAudit(
  db: Pick<StoreReader, 'query'>,
  { scope, principal }: AuthContext,
  { action, outcome, metadata }: AuditEvent,
  now: Date,
): Promise<void> {
  const who = [principal.kind, principal.id, scope, currentRequestId()];
  await db.query(APPEND_AUDIT, [now, action, outcome, ...who, metadata]);
}
