import { CATALOGUE } from './kernel/catalogue.js';
import { REAP_RECORDS } from './idempotency/idempotency.job.js';
import { METADATA_ENTITIES } from './metadata/metadata-entities.js';
import type { Part } from './registry/feature.js';

/** What the folders of core bring. */
export const CORE_PARTS: readonly Part[] = [
  { folder: 'core/kernel', errors: [CATALOGUE] },
  { folder: 'core/metadata', entities: { metadata: METADATA_ENTITIES } },
  { folder: 'core/idempotency', jobs: [REAP_RECORDS] },
  { folder: 'core/work', tables: { tenant: ['work_marks', 'work_dead_letters'] } },
  // The doors append marks, and the relay opens the doors: each in a folder of its own.
  { folder: 'core/marks', uses: { work_marks: 'writes' } },
];
