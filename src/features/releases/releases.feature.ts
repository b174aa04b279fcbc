import { defineFeature } from '../../core/registry/feature.js';
import { StopRules1766000000741 } from './migrations/1766000000741-stop-rules.js';
import * as releases from './releases.entities.js';
import { ReleasesModule } from './releases.module.js';

export const feature = defineFeature({
  folder: 'features/releases',
  module: ReleasesModule,
  entities: { metadata: Object.values(releases) },
  migrations: { metadata: [StopRules1766000000741] },
  uses: {
    projects: 'reads',
    project_drafts: 'writes',
    project_draft_sections: 'writes',
    project_discarded_drafts: 'writes',
    project_versions: 'writes',
    project_inbound_numbers: 'writes',
    project_compliance: 'writes',
    project_deployments: 'writes',
    project_runtime_reports: 'writes',
    // Core enforces the published governance when it shows calls.
    project_governance: 'writes',
    // Whether an approver may still act for the client.
    portal_users: 'reads',
    portal_user_client_assignments: 'reads',
    partner_organisation_members: 'reads',
    partner_organisations: 'reads',
    partner_client_ownerships: 'reads',
  },
  tags: [
    {
      name: 'Releases and secrets',
      description:
        'Publishing a draft, earlier versions, secrets, and the version that the voice runtime ' + 'runs.',
      order: 50,
    },
  ],
});
