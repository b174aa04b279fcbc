import type { AuthContext } from '../../../core/kernel/auth-context.js';
import type { FieldError } from '../../../core/kernel/platform-error.js';
import type { StoreReader, UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import type { ConfigurationState } from '../configuration/configuration-state.js';

type Sections = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Ways in which a version comes about, or becomes the published one. */
export type ReleaseKind = 'publish' | 'stage' | 'finish' | 'rollback' | 'dashboard';

/** A release that is about to be made. */
export interface PlannedRelease {
  readonly kind: ReleaseKind;
  /** As it was read under the project's lock. */
  readonly state: ConfigurationState;
  /** Every section as it is published now, defaults before the first version. */
  readonly published: Sections;
  /** The same as the release would publish it. */
  readonly next: Sections;
  /** The version that exists already: of a staged release that is finished. */
  readonly versionNumber: number | null;
}

/**
 * Something besides validation that a release has to pass. It is asked, and told, under the project's lock; validation asks
 * it beforehand, without.
 */
export interface ReleaseGate {
  /** What stands against the release; empty where nothing does. */
  faults(db: StoreReader, auth: AuthContext, release: PlannedRelease): Promise<FieldError[]>;
  /** The release was made, as this version: what counts once is used up. */
  passed(tx: UnitOfWork, auth: AuthContext, release: PlannedRelease, versionNumber: number): Promise<void>;
}

/** All gates, in the order in which their faults are told. */
export const RELEASE_GATES = Symbol('release gates');
