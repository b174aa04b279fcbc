import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { Frequency, ReportName } from '../rules/report-words.js';

/** The parts of a schedule that its reports need. */
export interface ScheduleToSend {
  readonly schedule_id: string;
  readonly owner_id: string;
  readonly organisation_id: string | null;
  readonly name: string;
  readonly report: ReportName;
  readonly project_ids: readonly string[];
  readonly recipients: readonly string[];
  readonly skip_empty: boolean;
  readonly frequency: Frequency;
  readonly timezone: string;
}

/** The columns of a schedule, except those that a delivery also has. */
export const SCHEDULE = `s.schedule_id, s.owner_id, s.organisation_id, s.name, s.report, s.project_ids, s.recipients, s.skip_empty`;

/** A schedule ($3) of any owner. */
export const SCHEDULE_TO_SEND = namedQuery('report_schedules_to_tell')`
    SELECT ${SCHEDULE}, s.frequency, s.timezone FROM report_schedules s
     WHERE s.client_id = $1 AND s.data_env = $2 AND s.schedule_id = $3::uuid`;
