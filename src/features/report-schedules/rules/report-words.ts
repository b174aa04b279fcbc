import { CAMPAIGN_READERS, CHARGE_READERS, type Scope } from '../../../core/shared/roles.js';

export const REPORTS = ['overview', 'outcomes', 'campaigns', 'usage'] as const;
export type ReportName = (typeof REPORTS)[number];

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const SCHEDULE_STATUSES = ['active', 'paused', 'failing'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

export const PAUSE_REASONS = ['asked', 'owner_without_access'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const DELIVERY_STATUSES = ['pending', 'sent', 'failed', 'skipped_empty'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const FAILURE_CODES = [
  'owner_without_access',
  'no_visible_project',
  'no_recipient',
  'figures_unavailable',
  'mail_not_accepted',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

export const MOST_SCHEDULES = 50;
export const MOST_RECIPIENTS = 20;
export const MOST_PROJECTS = 20;

/** The people who may schedule reports (report-schedules 1.1). */
export const SCHEDULERS = ['client_admin', 'client_manager', 'partner_admin', 'partner_user'] as const;

/** Roles that see every schedule of their party; others see their own (report-schedules 1.3). */
export const ADMINISTRATORS: readonly (Scope | 'system')[] = ['client_admin', 'partner_admin'];

/**
 * Whether the role may read the report's figures through the routes of its page (report-schedules
 * 1.4).
 */
export const mayRead = (role: Scope | 'system', report: ReportName): boolean =>
  readersOf(report).includes(role);

/** The reports that a role may schedule, in the order of REPORTS. */
export const reportsFor = (role: Scope | 'system'): readonly ReportName[] =>
  REPORTS.filter((report) => mayRead(role, report));

function readersOf(report: ReportName): readonly (Scope | 'system')[] {
  const page = {
    overview: SCHEDULERS,
    outcomes: SCHEDULERS,
    campaigns: CAMPAIGN_READERS,
    usage: CHARGE_READERS,
  };
  return SCHEDULERS.filter((role) => (page[report] as readonly Scope[]).includes(role));
}
