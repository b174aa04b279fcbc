import { auditActions } from '../../core/shared/audit-event.js';

/** What is audited of business hours. */
export const BUSINESS_HOURS_ACTIONS = auditActions({ saved: 'business_hours.saved' });
