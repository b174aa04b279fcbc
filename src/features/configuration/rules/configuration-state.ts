import type { IsVerified } from '../../email-routing/lookup/verified-addresses.service.js';
import type { NumberRules } from '../../dialling/numbers/dialled-numbers.service.js';

/** A section in a draft. */
export interface SavedSection {
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly etag: string;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

interface ProjectFacts {
  readonly projectId: string;
  readonly displayName: string;
  readonly timezone: string;
  readonly lifecycleState: 'setup' | 'active' | 'archived';
  /** Counts changes of the project's lifecycle data. */
  readonly revision: number;
  readonly latestPublishedVersion: number | null;
}

interface DraftState {
  readonly etag: string;
  readonly baseVersionNumber: number | null;
  /** Edits since it began, or since it was last unchanged for a day. */
  readonly editCount: number;
  readonly updatedAt: Date;
  readonly updatedBy: string;
  /** The sections that were saved since the last version, by name. */
  readonly sections: Readonly<Record<string, SavedSection>>;
}

interface PublishedState {
  readonly versionNumber: number;
  /** Every section's configuration at the time, by name. */
  readonly sections: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly contentHash: string;
  readonly publishedAt: Date;
  readonly publishedBy: string;
}

interface DiscardedState {
  /** The edits that the next draft already counts, unless nothing has been edited for a day. */
  readonly editCount: number;
  readonly updatedAt: Date;
  /** The highest number that a discarded part had, by the name of its section. */
  readonly partVersions: Readonly<Record<string, number>>;
}

/** One project's whole configuration at one moment. */
export interface ConfigurationState {
  /** When it was read. */
  readonly readAt: Date;
  readonly project: ProjectFacts;
  /** Null if nothing has been edited since the last version was published. */
  readonly draft: DraftState | null;
  /** Null if no draft was ever discarded. */
  readonly discarded: DiscardedState | null;
  /** The newest version; null before the first one. */
  readonly published: PublishedState | null;
  readonly secretNames: ReadonlySet<string>;
  /** Which numbers are dialled for the client (dispatch 8.1). */
  readonly judgeNumber: NumberRules;
  /** Whether an address gets mail of the platform (email-routing 4.1). */
  readonly isVerified: IsVerified;
}
