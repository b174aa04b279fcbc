import { defineFeature } from '../../core/registry/feature.js';
import { KNOWLEDGE_ACTIONS } from './knowledge.audit.js';
import * as entities from './knowledge.entities.js';
import { KNOWLEDGE_ERRORS } from './knowledge.errors.js';
import { KnowledgeModule } from './knowledge.module.js';
import { SEALED_SOURCE_BLOCKS, SEALED_SOURCES } from './knowledge.sealed.js';
import { KnowledgeSources1766000000760 } from './migrations/1766000000760-knowledge-sources.js';

export const feature = defineFeature({
  folder: 'features/knowledge',
  module: KnowledgeModule,
  entities: { tenant: Object.values(entities) },
  sealed: { tenant: [SEALED_SOURCES, SEALED_SOURCE_BLOCKS] },
  errors: [KNOWLEDGE_ERRORS],
  actions: KNOWLEDGE_ACTIONS,
  migrations: { tenant: [KnowledgeSources1766000000760] },
  tags: [
    {
      name: 'Knowledge',
      description: 'Documents and pages that the assistant of a project answers from.',
      order: 36,
    },
  ],
});
