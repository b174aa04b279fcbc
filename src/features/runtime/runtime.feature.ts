import { defineFeature } from '../../core/registry/feature.js';
import { RuntimeModule } from './runtime.module.js';

export const feature = defineFeature({
  folder: 'features/runtime',
  module: RuntimeModule,
  uses: {
    projects: 'reads',
    project_versions: 'reads',
    project_draft_sections: 'reads',
    project_secrets: 'reads',
    project_deployments: 'reads',
    project_compliance: 'writes',
    project_runtime_reports: 'writes',
    project_staged_releases: 'writes',
    project_test_calls: 'writes',
    conversation_tests: 'reads',
    conversation_test_runs: 'reads',
    conversation_test_results: 'writes',
  },
  tags: [
    {
      name: 'Runtime',
      description: 'Requests and reports of the voice runtime about a project.',
      order: 90,
    },
  ],
});
