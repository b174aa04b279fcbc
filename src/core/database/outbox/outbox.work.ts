import { workKind } from '../../shared/work-kind.js';

// A work item means that the outbox has rows, and its handler moves all of them. Retries continue
// for more than a day, in case the metadata store is down that long.
const TERMS = { retries: 40, firstDelayMs: 1_000, leaseMs: 30_000, concurrency: 4, batch: 100 };

export const AUDIT_RELAY = workKind<Record<string, never>>('audit.relay', TERMS);

/** Idempotency records to complete, and effect rows to remove. */
export const COMPLETE_RECORDS = workKind<Record<string, never>>('idempotency.complete', TERMS);
