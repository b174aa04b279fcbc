import type { PlatformError } from '../../../core/shared/platform-error.js';
import { echoableToken, staleConflict } from '../../../core/http/errors/stale.js';

/** JSON pointers into the lifecycle snapshot, and the revision at which each changed last. */
export type FieldRevisions = Readonly<Record<string, number>>;

/** The fields that a change of the project's state changes. */
export const STATE_PATHS = ['/project/lifecycle_state'];

export const PUBLISHED_PATHS = [...STATE_PATHS, '/project/latest_published_version'];

/** Records the paths that a revision changes. */
export const revisionsAfter = (
  before: FieldRevisions,
  paths: readonly string[],
  revision: number,
): Record<string, number> => ({ ...before, ...Object.fromEntries(paths.map((path) => [path, revision])) });

/**
 * The paths that have changed since a revision. Null if unknown: the revision never existed, or a
 * later one recorded no paths, as early ones did.
 */
export function pathsSince(
  revisions: FieldRevisions,
  sent: number,
  current: number,
): readonly string[] | null {
  const later = Object.entries(revisions).filter(([, revision]) => revision > sent);
  return sent < 1 || sent >= current || later.length === 0 ? null : later.map(([path]) => path).toSorted();
}

/** 409 for a revision_token that is not the current one. */
export const staleRevision = (sent: string, current: number, revisions: FieldRevisions): PlatformError =>
  staleConflict(
    {
      guard: 'revision_token',
      sent: echoableToken(sent),
      current: String(current),
      changed_paths: /^[0-9]{1,10}$/.test(sent) ? pathsSince(revisions, Number(sent), current) : null,
    },
    'The project changed since it was read. Read its lifecycle again and send its revision_token.',
  );
