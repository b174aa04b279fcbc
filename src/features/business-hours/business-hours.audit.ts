import { auditActions } from '../../core/shared/audit-event.js';

export const BUSINESS_HOURS_ACTIONS = auditActions({ saved: 'business_hours.saved' });
