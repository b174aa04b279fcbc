import { defineFeature } from '../../core/registry/feature.js';
import { Projects1766000000010 } from './migrations/1766000000010-projects.js';
import { AssignmentsOfRoles1766000000302 } from './migrations/1766000000302-assignments-of-roles.js';
import { PROJECT_ACTIONS } from './projects.audit.js';
import { PROJECT_ERRORS } from './projects.errors.js';
import { ProjectsModule } from './projects.module.js';
import { PROJECT_SETTINGS } from './projects.settings.js';
import { ProjectAssignmentEntity, ProjectEntity } from './projects.entities.js';

export const feature = defineFeature({
  folder: 'features/projects',
  module: ProjectsModule,
  entities: { metadata: [ProjectEntity, ProjectAssignmentEntity] },
  migrations: { metadata: [Projects1766000000010, AssignmentsOfRoles1766000000302] },
  uses: {
    // Names and roles of the members that a snapshot shows and an assignment may name.
    portal_users: 'reads',
    portal_user_client_assignments: 'reads',
    partner_organisation_members: 'reads',
    // Snapshots and lists show the state of draft and staged release, and dashboard names before they are
    // published, in one statement.
    project_drafts: 'reads',
    project_draft_sections: 'reads',
    project_versions: 'reads',
    project_staged_releases: 'reads',
    // The sums for the older billing routes; calls depend on projects, so projects cannot depend on
    // calls.
    calls: 'reads',
  },
  settings: { service: PROJECT_SETTINGS },
  errors: [PROJECT_ERRORS],
  actions: PROJECT_ACTIONS,
  tags: [
    {
      name: 'Projects',
      description: 'Projects from setup to archive, who sees them, and what their calls cost.',
      order: 30,
    },
  ],
});
