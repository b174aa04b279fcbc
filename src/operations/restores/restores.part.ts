import type { Part } from '../../core/registry/feature.js';

/** Restoring a tenant reads and writes all of its tables as the owner of the store. The statements name only these. */
export const RESTORES: Part = {
  folder: 'operations/restores',
  uses: {
    audit_outbox: 'reads',
    caller_erasures: 'reads',
    capacity_leases: 'reads',
    contact_erasures: 'writes',
    erased_callers: 'writes',
    suppressions: 'reads',
    tenant_fences: 'reads',
    webhook_queue: 'writes',
    work_items: 'writes',
  },
};
