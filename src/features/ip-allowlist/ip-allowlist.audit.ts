import { auditActions } from '../../core/shared/audit-event.js';

/** What is audited of a tenant's allowlist. */
export const IP_ALLOWLIST_ACTIONS = auditActions({ saved: 'ip_allowlist.saved' });
