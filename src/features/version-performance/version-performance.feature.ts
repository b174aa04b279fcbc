import { defineFeature } from '../../core/registry/feature.js';
import { STOP_RELEASES } from './stopping/stop-releases.job.js';
import { VersionPerformanceModule } from './version-performance.module.js';

export const feature = defineFeature({
  folder: 'features/version-performance',
  module: VersionPerformanceModule,
  uses: {
    // The job finds the tenants with a rule before there is an AuthContext.
    project_staged_releases: 'reads',
  },
  jobs: [STOP_RELEASES],
});
