import { defineFeature } from '../../core/registry/feature.js';
import * as rollups from './call-rollups.entities.js';
import { CALL_ACTIONS } from './calls.audit.js';
import * as calls from './calls.entities.js';
import { DOWNLOAD_ERRORS, EXPORT_ERRORS } from './calls.errors.js';
import { CallsModule } from './calls.module.js';
import { CALL_RETENTION_SETTINGS } from './calls.settings.js';
import { PRUNE_CALL_EVENTS } from './events/call-events.job.js';
import { CallEventSequence1764311000000 } from './migrations/1764311000000-call-event-sequence.js';
import { NumberOldCallEvents1764311500000 } from './migrations/1764311500000-number-old-call-events.js';
import { RollupWork1764312000000 } from './migrations/1764312000000-rollup-work.js';
import { CallerErasure1764410000000 } from './migrations/1764410000000-caller-erasure.js';
import { LinkedCalls1764550000042 } from './migrations/1764550000042-linked-calls.js';
import { OpenCalls1765500000010 } from './migrations/1765500000010-open-calls.js';
import { END_CALLS } from './ingest/silent-calls.job.js';
import { ExportRunEntity } from './export-run.entity.js';

export const feature = defineFeature({
  folder: 'features/calls',
  module: CallsModule,
  entities: { metadata: [ExportRunEntity], tenant: [...Object.values(calls), ...Object.values(rollups)] },
  // One row of a store, and of no tenant.
  tables: { tenant: ['call_retention'] },
  uses: {
    // What is settled about a tenant's calls, its project's and whether the runtime confirms it, is one question of an export.
    tenant_governance: 'reads',
    project_governance: 'reads',
    project_compliance: 'reads',
  },
  settings: { owner: CALL_RETENTION_SETTINGS },
  errors: [EXPORT_ERRORS, DOWNLOAD_ERRORS],
  actions: CALL_ACTIONS,
  migrations: {
    tenant: [
      CallEventSequence1764311000000,
      NumberOldCallEvents1764311500000,
      RollupWork1764312000000,
      CallerErasure1764410000000,
      LinkedCalls1764550000042,
      OpenCalls1765500000010,
    ],
  },
  jobs: [PRUNE_CALL_EVENTS, END_CALLS],
  tags: [
    {
      name: 'Calls',
      description: 'Calls of your client: list, detail, analytics, transcripts and exports.',
      order: 20,
    },
    { name: 'Ingest', description: 'Calls on their way in, from the voice runtime.', order: 80 },
  ],
});
