import { defineFeature } from '../../core/registry/feature.js';
import { BUILD_ACTIONS } from './builds.audit.js';
import * as builds from './builds.entities.js';
import { BUILD_ERRORS } from './builds.errors.js';
import { SEALED_BUILD_SOURCES, SEALED_CHUNKS, SEALED_GAPS } from './builds.sealed.js';
import { KNOWLEDGE_ACTIONS } from './knowledge.audit.js';
import * as entities from './knowledge.entities.js';
import { KNOWLEDGE_ERRORS } from './knowledge.errors.js';
import { KnowledgeModule } from './knowledge.module.js';
import { SEALED_SOURCE_BLOCKS, SEALED_SOURCES } from './knowledge.sealed.js';
import { KnowledgeSources1766000000760 } from './migrations/1766000000760-knowledge-sources.js';
import { KnowledgeBuilds1766000000780 } from './migrations/1766000000780-knowledge-builds.js';
import { KnowledgeReadyBuilds1766000000781 } from './migrations/1766000000781-knowledge-ready-builds.js';
import { KnowledgeTextOfUpload1766000000801 } from './migrations/1766000000801-knowledge-text-of-upload.js';
import { KnowledgeSourceTexts1766000000800 } from './migrations/1766000000800-knowledge-source-texts.js';

const { KnowledgeReadyBuildEntity, ...ofStore } = builds;

export const feature = defineFeature({
  folder: 'features/knowledge',
  module: KnowledgeModule,
  entities: {
    tenant: [...Object.values(entities), ...Object.values(ofStore)],
    metadata: [KnowledgeReadyBuildEntity],
  },
  sealed: {
    tenant: [SEALED_SOURCES, SEALED_SOURCE_BLOCKS, SEALED_BUILD_SOURCES, SEALED_CHUNKS, SEALED_GAPS],
  },
  errors: [KNOWLEDGE_ERRORS, BUILD_ERRORS],
  actions: { ...KNOWLEDGE_ACTIONS, ...BUILD_ACTIONS },
  migrations: {
    tenant: [
      KnowledgeSources1766000000760,
      KnowledgeBuilds1766000000780,
      KnowledgeSourceTexts1766000000800,
      KnowledgeTextOfUpload1766000000801,
    ],
    metadata: [KnowledgeReadyBuilds1766000000781],
  },
  uses: {
    // The build of a version, and the one that the draft names.
    projects: 'reads',
    // Pages of a suspended client are not fetched by their period.
    clients: 'reads',
    project_versions: 'reads',
    project_draft_sections: 'reads',
  },
  tags: [
    {
      name: 'Knowledge',
      description: 'Documents and pages that the assistant of a project answers from.',
      order: 36,
    },
  ],
});
