import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of report schedules (report-schedules 5.1). */
export const REPORT_ACTIONS = auditActions({
  created: 'report_schedule.created',
  changed: 'report_schedule.changed',
  deleted: 'report_schedule.deleted',
  sampled: 'report_schedule.sample_sent',
  paused: 'report_schedule.paused_without_owner',
  delivered: 'report_schedule.delivered',
  failed: 'report_schedule.delivery_failed',
});
