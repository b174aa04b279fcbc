import { Injectable } from '@nestjs/common';
import { ListensInTransaction } from '../../../../core/events/listener.js';
import type { TransactionListener } from '../../../../core/events/listener.js';
import { PlatformError } from '../../../../core/kernel/platform-error.js';
import type { UnitOfWork } from '../../../../core/kernel/unit-of-work.js';
import { PROJECT_ERRORS } from '../../../projects/projects.errors.js';
import { ProjectRestored } from '../../../projects/projects.events.js';
import {
  inboundNumbersOf,
  NAMING_SECTION,
  takenMeanwhile,
} from '../../configuration/inbound-numbers.policy.js';
import { PUBLISHED_SECTION } from '../../configuration/inbound-numbers.queries.js';
import { InboundNumbers } from '../../configuration/inbound-numbers.service.js';
import { versionPlace } from '../../configuration/sealed-places.js';
import { SealedSections } from '../../configuration/sealed-sections.service.js';

interface PublishedRow {
  readonly version_number: number;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** Gives a restored project the inbound numbers of what it published, or keeps it in the archive (workspace 11.13). */
@ListensInTransaction()
@Injectable()
export class RestoredInboundNumbers implements TransactionListener<ProjectRestored> {
  readonly event = ProjectRestored;

  constructor(
    private readonly sealed: SealedSections,
    private readonly numbers: InboundNumbers,
  ) {}

  /** @throws 409 inbound_number_taken, 503 without the tenant's key */
  async heard(tx: UnitOfWork, { auth, projectId }: ProjectRestored): Promise<void> {
    const [row] = await tx.query<PublishedRow>(PUBLISHED_SECTION, [projectId, NAMING_SECTION]);
    if (!row) return;
    const place = versionPlace(auth, projectId, row.version_number, NAMING_SECTION);
    const numbers = inboundNumbersOf(await this.sealed.open(auth, place, row.configuration));
    const taken = await this.numbers.claim(tx, auth, projectId, numbers, false);
    if (taken.length === 0) return;
    throw new PlatformError(PROJECT_ERRORS.inboundNumberTaken, { fields: takenMeanwhile(taken) });
  }
}
