import { OWED, workKind } from '../../../core/shared/work-kind.js';
import type { BuildChanges, BuildFailure } from './builds.policy.js';
import type { FailureCode } from './source-words.js';

/** How a build ended: the numbers of sources that changed, or why it failed. */
export type BuildResult =
  { readonly [change in keyof BuildChanges]: number } | { readonly failure: BuildFailure['code'] };

/** Why builds lack the new text of a page: it could not be read, or its findings are not accepted. */
export type PageTrouble = FailureCode | 'held_back';

/** A build that the worker has requested has ended, or builds lack the new text of a page. */
export type TellKnowledge = { readonly projectId: string } & (
  | ({ readonly buildId: string } & BuildResult)
  | { readonly sourceId: string; readonly etag: string; readonly code: PageTrouble }
);

export const TELL_KNOWLEDGE = workKind<TellKnowledge>('knowledge.tell_build', OWED);
