import type { Part } from '../../core/registry/feature.js';

/** The commands here read many tables as the owner of the databases, and write none. */
export const DIAGNOSIS: Part = {
  folder: 'operations/diagnosis',
  uses: {
    api_keys: 'reads',
    audit_events: 'reads',
    audit_outbox: 'reads',
    call_rollups: 'reads',
    idempotency_effects: 'reads',
    idempotency_records: 'reads',
    notice_entries: 'reads',
    notices: 'reads',
    outbound_evidence: 'reads',
    single_dispatches: 'reads',
    tenant_routes: 'reads',
    webhook_deliveries: 'reads',
    work_dead_letters: 'reads',
    work_items: 'reads',
  },
};
