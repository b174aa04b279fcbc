import { workKind } from '../../shared/work-kind.js';

// A work item says that the tenant's outbox has rows. Its handler carries over all of them, so
// several work items are worked as one. Retries continue for more than a day: the rows are owed,
// however long the metadata store is away, and an answer is good for a day.
const TERMS = { retries: 40, firstDelayMs: 1_000, leaseMs: 30_000, concurrency: 4, batch: 100 };

/** Audit rows are to be carried to the metadata store. */
export const AUDIT_RELAY = workKind<Record<string, never>>('audit.relay', TERMS);

/**
 * Idempotency records are to be completed where that has not been done, and effect rows to be
 * removed.
 */
export const COMPLETE_RECORDS = workKind<Record<string, never>>('idempotency.complete', TERMS);
