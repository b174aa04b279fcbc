import { OWED, workKind } from '../../../core/shared/work-kind.js';

export interface BuildWork {
  readonly projectId: string;
}

/**
 * Continues the builds of a project, which is the key: one source after the other, one build after
 * the other. A source of 20 MiB takes some ten seconds.
 */
export const BUILD_KNOWLEDGE = workKind<BuildWork>('knowledge.build', {
  ...OWED,
  concurrency: 2,
  ordered: true,
});
