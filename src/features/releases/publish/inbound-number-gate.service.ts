import { Injectable } from '@nestjs/common';
import { ListensInTransaction, type TransactionListener } from '../../../core/work/events/listener.js';
import { isSameJson } from '../../../core/shared/json/canonical-json.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError, unprocessable, type FieldError } from '../../../core/shared/platform-error.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { ProjectArchived, ProjectRestored } from '../../projects/projects.events.js';
import {
  inboundNumbersOf,
  NAMING_SECTION,
  takenFaults,
  takenMeanwhile,
} from '../../configuration/rules/sections/inbound-numbers.policy.js';
import { PUBLISHED_SECTION } from '../../configuration/lookup/inbound-numbers.queries.js';
import { InboundNumbers } from '../../configuration/lookup/inbound-numbers.service.js';
import { versionSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import { SealedSections } from '../../configuration/lookup/sealed-sections.service.js';
import { ProjectInboundNumberEntity } from '../../configuration/release.entities.js';
import type { PlannedRelease, ReleaseGate } from './release-blockers.service.js';

/**
 * Lets a project answer only inbound numbers that no other published project of the client answers
 * (workspace 11.12).
 */
@Injectable()
export class InboundNumberGate implements ReleaseGate {
  constructor(private readonly numbers: InboundNumbers) {}

  async faults(db: StoreReader, auth: AuthContext, release: PlannedRelease): Promise<FieldError[]> {
    const { kind, state, published, next } = release;
    // The customer's own section lists no numbers (workspace 10.5).
    if (kind === 'dashboard') return [];
    // There is no new version: a draft that equals the published version is simply closed.
    if (isSameJson(published, next) && state.project.lifecycleState === 'active') return [];
    const numbers = inboundNumbersOf(next[NAMING_SECTION]);
    return takenFaults(await this.numbers.taken(auth, db, state.project.projectId, numbers));
  }

  async passed(tx: UnitOfWork, auth: AuthContext, { kind, state, next }: PlannedRelease): Promise<void> {
    if (kind === 'dashboard') return;
    const numbers = inboundNumbersOf(next[NAMING_SECTION]);
    const taken = await this.numbers.claim(tx, auth, state.project.projectId, numbers, kind === 'stage');
    // Taken by another project at the same moment.
    if (taken.length > 0) throw unprocessable(...takenFaults(taken));
  }
}

/** Frees the inbound numbers of an archived project: restoring the project takes them again. */
@ListensInTransaction()
export class FreeInboundNumbersOnProjectArchived implements TransactionListener<ProjectArchived> {
  readonly event = ProjectArchived;

  async handle(tx: UnitOfWork, { projectId }: ProjectArchived): Promise<void> {
    await tx.repo(ProjectInboundNumberEntity).delete({ projectId });
  }
}

interface PublishedRow {
  readonly version_number: number;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/**
 * Gives a restored project its published inbound numbers, or refuses to restore it (workspace
 * 11.13).
 */
@ListensInTransaction()
export class ClaimInboundNumbersOnProjectRestored implements TransactionListener<ProjectRestored> {
  readonly event = ProjectRestored;

  constructor(
    private readonly sealed: SealedSections,
    private readonly numbers: InboundNumbers,
  ) {}

  /** @throws 409 inbound_number_taken, 503 without the tenant's key */
  async handle(tx: UnitOfWork, { auth, projectId }: ProjectRestored): Promise<void> {
    const [row] = await tx.query<PublishedRow>(PUBLISHED_SECTION, [projectId, NAMING_SECTION]);
    if (!row) return;
    const place = versionSealContext(auth, projectId, row.version_number, NAMING_SECTION);
    const numbers = inboundNumbersOf(await this.sealed.open(auth, place, row.configuration));
    const taken = await this.numbers.claim(tx, auth, projectId, numbers, false);
    if (taken.length === 0) return;
    throw new PlatformError(PROJECT_ERRORS.inboundNumberTaken, { fields: takenMeanwhile(taken) });
  }
}
