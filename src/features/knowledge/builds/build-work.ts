import { OWED, workKind } from '../../../core/shared/work-kind.js';

export interface BuildWork {
  readonly projectId: string;
}

/**
 * Continues the builds of a project, which is the key: one source after the other, one build after
 * the other. One of 50 MB of text, the most there is, takes some 40 s on a busy machine.
 */
export const BUILD_KNOWLEDGE = workKind<BuildWork>('knowledge.build', {
  ...OWED,
  concurrency: 2,
  ordered: true,
});
