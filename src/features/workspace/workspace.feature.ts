import { defineFeature, type Feature } from '../../core/registry/feature.js';
import { Workspace1766000000040 } from './migrations/1766000000040-workspace.js';
import { WORKSPACE_ACTIONS } from './workspace.audit.js';
import { WORKSPACE_ERRORS } from './workspace.errors.js';
import * as releases from './release.entities.js';
import type { SectionDefinition } from './configuration/section-definition.js';
import { OWN_SECTIONS } from './sections/section-files.js';
import * as tests from './tests.entities.js';
import { WorkspaceModule } from './workspace.module.js';
import { WORKSPACE_SETTINGS } from './workspace.settings.js';
import * as drafts from './draft.entities.js';
import { PRUNE_TESTS } from './test-retention/test-retention.job.js';

/** The workspace of a project with these sections of its configuration. */
export const workspaceWith = (sections: readonly SectionDefinition[]): Feature =>
  defineFeature({
    folder: 'features/workspace',
    module: WorkspaceModule.with(sections),
    entities: { metadata: [...Object.values(drafts), ...Object.values(releases), ...Object.values(tests)] },
    migrations: { metadata: [Workspace1766000000040] },
    jobs: [PRUNE_TESTS],
    uses: {
      // Every statement about a configuration locks its project, or reads its state along.
      projects: 'reads',
      // Published governance is what core obeys when it shows calls.
      project_governance: 'writes',
      // Which project that answers a number may be named to the caller.
      project_assignments: 'reads',
      // Whether an approver may still act for the client.
      portal_users: 'reads',
      portal_user_client_assignments: 'reads',
      partner_organisation_members: 'reads',
      partner_organisations: 'reads',
      partner_client_ownerships: 'reads',
    },
    settings: { service: WORKSPACE_SETTINGS },
    errors: [WORKSPACE_ERRORS],
    actions: WORKSPACE_ACTIONS,
    tags: [
      {
        name: 'Project workspace',
        description:
          'The draft of a project: its configuration by section, each read, saved and validated by itself.',
        order: 40,
      },
      {
        name: 'Releases and secrets',
        description:
          'Publishing a draft, the versions published before, secrets, and what the voice runtime runs.',
        order: 50,
      },
      {
        name: 'Tests of a configuration',
        description: 'Test calls and scripted callers: what a configuration does before callers meet it.',
        order: 52,
      },
      {
        name: 'Runtime',
        description: 'What the voice runtime asks about a project, and what it reports.',
        order: 90,
      },
    ],
  });

export const feature = workspaceWith(OWN_SECTIONS);
