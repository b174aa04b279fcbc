import type { Part } from '../../core/registry/feature.js';

/** Restoring a tenant reads and writes all of its tables as the owner of the store. The statements name only these. */
export const RESTORES: Part = {
  folder: 'operations/restores',
  uses: {
    audit_outbox: 'reads',
    call_index: 'writes',
    caller_erasures: 'reads',
    campaigns: 'reads',
    capacity_leases: 'reads',
    contact_erasures: 'writes',
    erased_callers: 'writes',
    knowledge_build_sources: 'reads',
    knowledge_builds: 'writes',
    knowledge_chunks: 'reads',
    knowledge_contents: 'writes',
    knowledge_ready_builds: 'writes',
    knowledge_words: 'reads',
    suppressions: 'reads',
    tenant_data_keys: 'reads',
    tenant_fences: 'reads',
    webhook_queue: 'writes',
    work_items: 'writes',
  },
};
