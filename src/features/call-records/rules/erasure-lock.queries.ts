import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';

// The lock key of the transaction's tenant.
const KEY = `hashtextextended(
         'caller-erasure ' || current_setting('app.client_id') || ' ' || current_setting('app.data_env'), 0)`;

/**
 * Part of a select list: no erasure of the tenant begins until the transaction ends, so later reads
 * of erased callers stay valid.
 */
export const KEEPS_ERASURES_FROM_BEGINNING = `pg_advisory_xact_lock_shared(${KEY})`;

/** Waits for all batches of the tenant that may not know of an erased caller yet. */
export const AWAIT_INGEST: NamedQuery = {
  name: 'erasure_await_ingest',
  ofStore: true,
  text: `SELECT pg_advisory_xact_lock(${KEY})`,
};
