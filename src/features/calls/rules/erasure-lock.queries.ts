import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';

// Of the tenant that the transaction is bound to.
const KEY = `hashtextextended(
         'caller-erasure ' || current_setting('app.client_id') || ' ' || current_setting('app.data_env'), 0)`;

/**
 * A part of a select list: no erasure of the tenant begins until the transaction is over. What a later statement reads of
 * erased callers then holds as long.
 */
export const KEEPS_ERASURES_FROM_BEGINNING = `pg_advisory_xact_lock_shared(${KEY})`;

/** Waits until no batch of the tenant is under way that could know less of erased callers than this transaction does. */
export const AWAIT_INGEST: NamedQuery = {
  name: 'erasure_await_ingest',
  ofStore: true,
  text: `SELECT pg_advisory_xact_lock(${KEY})`,
};
