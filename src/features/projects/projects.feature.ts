import { defineFeature } from '../../core/registry/feature.js';
import { PROJECT_ACTIONS } from './projects.audit.js';
import { PROJECT_ERRORS } from './projects.errors.js';
import { ProjectsModule } from './projects.module.js';
import { PROJECT_SETTINGS } from './projects.settings.js';

export const feature = defineFeature({
  folder: 'features/projects',
  module: ProjectsModule,
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
