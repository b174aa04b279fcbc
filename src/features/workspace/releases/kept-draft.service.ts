import { newEtag } from '../../../core/http/new-etag.js';
import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import type { ConfigurationState } from '../configuration/configuration-state.js';
import { ProjectDraftEntity } from '../draft.entities.js';

/**
 * Gives the draft that outlives a release another etag: what it leaves out is what the release has published, so what
 * was read, tested or approved of it is not what stands any more (workspace 3.6). Without a draft it does nothing.
 * @param state as it was before the release
 * @param baseVersionNumber the version that it builds on from here on; without it, the one that it began from
 */
export async function keepDraft(
  tx: UnitOfWork,
  { draft, project: { projectId } }: ConfigurationState,
  baseVersionNumber = draft?.baseVersionNumber ?? null,
): Promise<void> {
  if (!draft) return;
  // A release is no edit: by the time of the last one a draft has rested (workspace 3.7).
  const { updatedAt } = draft;
  await tx.repo(ProjectDraftEntity).update({ projectId }, { etag: newEtag(), baseVersionNumber, updatedAt });
}
