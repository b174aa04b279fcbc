import { Inject, Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { FieldError } from '../../../core/shared/platform-error.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { ConfigurationState } from '../../configuration/rules/configuration-state.js';
import { effectiveConfigurations } from '../../configuration/rules/sections/effective-configuration.policy.js';
import { blockingFindings, validateAll } from '../../configuration/rules/sections/findings.policy.js';
import { releaseFaults, visibleFindings } from '../../configuration/rules/sections/section-access.policy.js';
import { SectionRegistry } from '../../configuration/lookup/section-registry.js';

type Sections = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Ways in which a version is created, or becomes the published one. */
export type ReleaseKind = 'publish' | 'stage' | 'finish' | 'rollback' | 'dashboard';

/** A release that is about to be made. */
export interface PlannedRelease {
  readonly kind: ReleaseKind;
  /** The state that was read under the project's lock. */
  readonly state: ConfigurationState;
  /** Every section of the published version; defaults before the first version. */
  readonly published: Sections;
  /** The same in the state that the release would publish. */
  readonly next: Sections;
  /** The existing version, for a staged release that is being finished. */
  readonly versionNumber: number | null;
}

/**
 * A condition of a release in addition to validation. It is checked under the project's lock;
 * validation checks it beforehand, without the lock.
 */
export interface ReleaseGate {
  /** The faults of the release; empty if there are none. */
  faults(db: StoreReader, auth: AuthContext, release: PlannedRelease): Promise<FieldError[]>;
  /** Called with the version of a completed release, to use up approvals that are valid once. */
  passed(tx: UnitOfWork, auth: AuthContext, release: PlannedRelease, versionNumber: number): Promise<void>;
}

/** All gates, in the order in which their faults are reported. */
export const RELEASE_GATES = Symbol('release gates');

/**
 * Lists what prevents a release by this caller: errors in sections, changes that only signed-in
 * people may publish, and the gates (workspace 5.1, 5.4).
 */
@Injectable()
export class ReleaseBlockers {
  constructor(
    private readonly registry: SectionRegistry,
    @Inject(RELEASE_GATES) private readonly gates: readonly ReleaseGate[],
  ) {}

  /**
   * @param state the current state as read
   * @param content the same with the content to publish
   */
  plan(
    kind: ReleaseKind,
    state: ConfigurationState,
    content: ConfigurationState,
    versionNumber: number | null,
  ): PlannedRelease {
    const { all } = this.registry;
    return {
      kind,
      state,
      published: effectiveConfigurations(all, { ...state, draft: null }),
      next: effectiveConfigurations(all, content),
      versionNumber,
    };
  }

  /** All blockers, in the form of the response to a refused release. */
  async all(
    db: StoreReader,
    auth: AuthContext,
    release: PlannedRelease,
    content: ConfigurationState,
  ): Promise<FieldError[]> {
    const { all } = this.registry;
    const sections = blockingFindings(visibleFindings(auth, all, validateAll(all, content)));
    return [...this.ofCaller(auth, release), ...sections, ...(await this.ofGates(db, auth, release))];
  }

  /** Blockers that are not findings of a section. */
  async besidesSections(db: StoreReader, auth: AuthContext, release: PlannedRelease): Promise<FieldError[]> {
    return [...this.ofCaller(auth, release), ...(await this.ofGates(db, auth, release))];
  }

  private ofCaller(auth: AuthContext, { published, next }: PlannedRelease): FieldError[] {
    return releaseFaults(auth, this.registry.all, published, next);
  }

  private async ofGates(db: StoreReader, auth: AuthContext, release: PlannedRelease): Promise<FieldError[]> {
    const faults: FieldError[] = [];
    for (const gate of this.gates) faults.push(...(await gate.faults(db, auth, release)));
    return faults;
  }
}
