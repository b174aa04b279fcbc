import { defineFeature } from '../../core/registry/feature.js';
import { DUE_REPORTS, SEND_REPORT } from './rules/report-jobs.js';
import { ReportSchedules1766000000498 } from './migrations/1766000000498-report-schedules.js';
import { REPORT_ACTIONS } from './report-schedules.audit.js';
import * as entities from './report-schedules.entities.js';
import { ReportSchedulesModule } from './report-schedules.module.js';

export const feature = defineFeature({
  folder: 'features/report-schedules',
  module: ReportSchedulesModule,
  entities: { metadata: Object.values(entities) },
  migrations: { metadata: [ReportSchedules1766000000498] },
  uses: {
    // The name of the client, for the mail.
    clients: 'reads',
  },
  actions: REPORT_ACTIONS,
  jobs: [DUE_REPORTS, SEND_REPORT],
  tags: [
    {
      name: 'Report schedules',
      description:
        'Figures of the last day, week or month, sent by email to verified addresses with a PDF and a CSV file. Each schedule ' +
        'shows what its owner may see at that time. For signed-in people; a key gets 404.',
      order: 67,
    },
  ],
});
