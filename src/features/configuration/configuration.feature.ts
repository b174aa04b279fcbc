import { defineFeature, type Feature } from '../../core/registry/feature.js';
import { Workspace1766000000040 } from './migrations/1766000000040-workspace.js';
import { WORKSPACE_ACTIONS } from './configuration.audit.js';
import { WORKSPACE_ERRORS } from './configuration.errors.js';
import * as releases from './release.entities.js';
import type { SectionDefinition } from './rules/sections/section-definition.js';
import { OWN_SECTIONS } from './sections/section-files.js';
import { ConfigurationModule } from './configuration.module.js';
import { WORKSPACE_SETTINGS } from './configuration.settings.js';
import * as drafts from './draft.entities.js';
import { SEALED_CONFIGURATIONS } from './configuration.sealed.js';

/** The feature of configurations, which consist of these sections. */
export const configurationWith = (sections: readonly SectionDefinition[]): Feature =>
  defineFeature({
    folder: 'features/configuration',
    module: ConfigurationModule.with(sections),
    entities: { metadata: [...Object.values(drafts), ...Object.values(releases)] },
    sealed: { metadata: SEALED_CONFIGURATIONS },
    migrations: { metadata: [Workspace1766000000040] },
    uses: {
      // Every statement about a configuration locks its project or reads its state.
      projects: 'reads',
      // Decides whether a caller may learn which project answers a number.
      project_assignments: 'reads',
      // A secret that a staged version refers to is in use.
      project_staged_releases: 'reads',
      // The gate of a release reads the last results, and marks overdue ones as failed.
      conversation_tests: 'reads',
      conversation_test_runs: 'writes',
      conversation_test_results: 'writes',
    },
    settings: { service: WORKSPACE_SETTINGS },
    errors: [WORKSPACE_ERRORS],
    actions: WORKSPACE_ACTIONS,
    tags: [
      {
        name: 'Project workspace',
        description:
          'The draft of a project: its configuration by section, each read, saved and validated separately.',
        order: 40,
      },
    ],
  });

export const feature = configurationWith(OWN_SECTIONS);
