import { OWED, workKind } from '../../../core/shared/work-kind.js';
import type { BuildChanges, BuildFailure } from './builds.policy.js';
import type { FailureCode } from './source-words.js';

/** How a build ended: the numbers of changed sources, or why it failed. */
export type BuildResult =
  { readonly [change in keyof BuildChanges]: number } | { readonly failure: BuildFailure['code'] };

/**
 * Why the new text of a page is missing from builds: it could not be read, or its findings are not
 * accepted.
 */
export type PageTrouble = FailureCode | 'held_back';

/**
 * Reports that a build that the worker requested has ended, or that the new text of a page is
 * missing from builds.
 */
export type TellKnowledge = { readonly projectId: string } & (
  | ({ readonly buildId: string } & BuildResult)
  | { readonly sourceId: string; readonly etag: string; readonly code: PageTrouble }
);

export const TELL_KNOWLEDGE = workKind<TellKnowledge>('knowledge.tell_build', OWED);
