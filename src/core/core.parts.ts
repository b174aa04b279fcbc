import { CATALOGUE } from './kernel/catalogue.js';
import { METADATA_ENTITIES } from './metadata/metadata-entities.js';
import type { Part } from './registry/feature.js';

/** What the folders of core bring. */
export const CORE_PARTS: readonly Part[] = [
  { folder: 'core/kernel', errors: [CATALOGUE] },
  { folder: 'core/metadata', entities: { metadata: METADATA_ENTITIES } },
];
