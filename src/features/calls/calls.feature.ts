import { defineFeature } from '../../core/registry/feature.js';
import { CallsMetadata1766000000030 } from './migrations/1766000000030-calls-metadata.js';
import { CallsStore1766000000030 } from './migrations/1766000000030-calls-store.js';
import { CallsOfClients1766000000359 } from './migrations/1766000000359-calls-of-clients.js';
import { FasterCallsOfClients1766000000401 } from './migrations/1766000000401-faster-calls-of-clients.js';
import { SilentCalls1766000000492 } from './migrations/1766000000492-silent-calls.js';
import { CallsToCallBack1766000000581 } from './migrations/1766000000581-calls-to-call-back.js';
import { VersionsOfCalls1766000000740 } from './migrations/1766000000740-versions-of-calls.js';
import { RollupOfVersions1766000000742 } from './migrations/1766000000742-rollup-of-versions.js';
import { RollupOfVersionsIndex1766000000743 } from './migrations/1766000000743-rollup-of-versions-index.js';
import { RollupOfVersionsKey1766000000744 } from './migrations/1766000000744-rollup-of-versions-key.js';
import { CallsByVersion1766000000746 } from './migrations/1766000000746-calls-by-version.js';
import { RollupOfDirections1766000000790 } from './migrations/1766000000790-rollup-of-directions.js';
import { RollupOfDirectionsIndex1766000000791 } from './migrations/1766000000791-rollup-of-directions-index.js';
import { RollupOfDirectionsKey1766000000792 } from './migrations/1766000000792-rollup-of-directions-key.js';
import { RollupOfProjectsIndex1766000000793 } from './migrations/1766000000793-rollup-of-projects-index.js';
import * as rollups from './call-rollups.entities.js';
import { CALL_ACTIONS } from './calls.audit.js';
import * as calls from './calls.entities.js';
import { DOWNLOAD_ERRORS, EXPORT_ERRORS } from './calls.errors.js';
import { CallsModule } from './calls.module.js';
import { CALL_RETENTION_SETTINGS } from './calls.settings.js';
import { PRUNE_CALL_EVENTS } from './events/call-events.job.js';
import { END_CALLS } from './ingest/silent-calls/silent-calls.job.js';
import { ExportRunEntity } from './export-run.entity.js';
import { SEALED_CALLS } from './calls.sealed.js';

export const feature = defineFeature({
  folder: 'features/calls',
  module: CallsModule,
  entities: { metadata: [ExportRunEntity], tenant: [...Object.values(calls), ...Object.values(rollups)] },
  sealed: { tenant: [SEALED_CALLS] },
  // One row per store that belongs to no tenant, and views for reads over several clients.
  tables: {
    tenant: [
      'call_retention',
      'calls_of_clients',
      'call_rollups_of_clients',
      'call_rollup_dirty_hours_of_clients',
    ],
  },
  uses: {
    // An export reads the settings of the tenant, the project and the runtime's confirmation in one
    // statement.
    tenant_governance: 'reads',
    project_governance: 'reads',
    project_compliance: 'reads',
  },
  settings: { owner: CALL_RETENTION_SETTINGS },
  errors: [EXPORT_ERRORS, DOWNLOAD_ERRORS],
  actions: CALL_ACTIONS,
  migrations: {
    metadata: [CallsMetadata1766000000030],
    tenant: [
      CallsStore1766000000030,
      CallsOfClients1766000000359,
      FasterCallsOfClients1766000000401,
      SilentCalls1766000000492,
      CallsToCallBack1766000000581,
      VersionsOfCalls1766000000740,
      RollupOfVersions1766000000742,
      RollupOfVersionsIndex1766000000743,
      RollupOfVersionsKey1766000000744,
      CallsByVersion1766000000746,
      RollupOfDirections1766000000790,
      RollupOfDirectionsIndex1766000000791,
      RollupOfDirectionsKey1766000000792,
      RollupOfProjectsIndex1766000000793,
    ],
  },
  jobs: [PRUNE_CALL_EVENTS, END_CALLS],
  tags: [
    {
      name: 'Calls',
      description: 'Calls of your client: list, detail, analytics, transcripts and exports.',
      order: 20,
    },
    { name: 'Ingest', description: 'Calls that the voice runtime reports.', order: 80 },
  ],
});
