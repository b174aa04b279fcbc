import { OWED, workKind } from '../../../core/shared/work-kind.js';

/** A build that the worker has requested is ready. */
export interface TellBuild {
  readonly projectId: string;
  readonly buildId: string;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

export const TELL_BUILD = workKind<TellBuild>('knowledge.tell_build', OWED);
