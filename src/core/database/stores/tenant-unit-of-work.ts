import { success, type AuditEvent } from '../../shared/audit-event.js';
import type { AuthContext } from '../../shared/auth-context.js';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { enqueueWork } from '../outbox/enqueue-work.js';
import { appendAudit } from '../outbox/append-audit.js';
import { recordEffect } from '../outbox/record-effect.js';
import { AUDIT_RELAY, COMPLETE_RECORDS } from '../outbox/outbox.work.js';
import type { Clock } from '../../time/clock.js';
import type { LeasedConnection } from './leased-connection.js';

// The process that did the work has completed its record within this time, or is dead.
const COMPLETED_WITHIN_MS = 10_000;

/** A unit of work in a tenant store. A relay carries its effects over to the metadata store. */
export function tenantUnitOfWork(db: LeasedConnection, auth: AuthContext, clock: Clock): UnitOfWork {
  const audit = async (event: AuditEvent): Promise<void> => {
    await appendAudit(db, auth, event, clock.now());
    await enqueueWork(db, AUDIT_RELAY, [{ payload: {} }]);
  };
  return {
    repo: (entity) => db.repo(entity),
    query: (statement, values) => db.query(statement, values),
    enqueue: (kind, payload, { key, notBefore } = {}) =>
      enqueueWork(db, kind, [{ payload, ...(key !== undefined && { key }) }], notBefore),
    audit,
    auditDone: (action, metadata) => audit(success(action, metadata)),
    complete: async (reservation, body, headers = {}) => {
      if (!reservation) return body;
      const now = clock.now();
      await enqueueWork(
        db,
        COMPLETE_RECORDS,
        [{ payload: {} }],
        new Date(now.getTime() + COMPLETED_WITHIN_MS),
      );
      await recordEffect(db, reservation, body, headers, now);
      return body;
    },
  };
}
