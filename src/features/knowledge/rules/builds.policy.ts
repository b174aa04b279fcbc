import { hash } from 'node:crypto';
import { contentHash } from '../../../core/shared/json/canonical-json.policy.js';
import { CHUNKING } from './index/chunking.policy.js';

export const BUILD_STATES = ['queued', 'building', 'ready', 'failed', 'cancelled'] as const;
export type BuildState = (typeof BUILD_STATES)[number];

/** A source in a build. */
export interface BuildSource {
  readonly sourceId: string;
  readonly contentHash: string;
  readonly language: string;
  readonly title: string;
}

/**
 * Different for each content, title and language of a source, and for each way of cutting it into
 * chunks.
 */
export const revisionOf = ({ sourceId, contentHash: text, language, title }: BuildSource): string =>
  contentHash([CHUNKING, sourceId, text, language, title]);

/** The id under which a revision is indexed with one of the tenant's keys: once, for all builds. */
export const contentKey = (revision: string, matchingKeyId: string): string =>
  hash('sha256', `${revision} ${matchingKeyId}`)
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Equal for builds with equal content (knowledge 5.4). */
export const buildHash = (revisions: readonly string[]): string => contentHash(revisions.toSorted());

/** A source in a build. */
export interface BuiltSource {
  readonly sourceId: string;
  readonly revision: string;
}

/** A source that a build could not include, with the reason. */
export interface BuildFailure {
  readonly source_id: string;
  readonly code: 'source_gone' | 'not_indexed';
}

/** Ids of sources. */
export interface BuildChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** The changes from the previous ready build to this one. */
export function changesBetween(before: readonly BuiltSource[], now: readonly BuiltSource[]): BuildChanges {
  const [old, present] = [before, now].map(
    (sources) => new Map(sources.map(({ sourceId, revision }) => [sourceId, revision])),
  ) as [Map<string, string>, Map<string, string>];
  const ids = [...present.keys()];
  return {
    added: ids.filter((id) => !old.has(id)).toSorted(),
    changed: ids.filter((id) => old.has(id) && old.get(id) !== present.get(id)).toSorted(),
    removed: [...old.keys()].filter((id) => !present.has(id)).toSorted(),
  };
}
