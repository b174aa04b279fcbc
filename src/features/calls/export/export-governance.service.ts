import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { reasonOf } from '../../../core/errors/platform-error.js';
import {
  ProjectComplianceEntity,
  TenantGovernanceEntity,
} from '../../../core/metadata/entities/governance.entities.js';
import { MetadataStore } from '../../../core/metadata/metadata-store.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import type { GovernanceTerms } from './transcript-governance.policy.js';

/** What a tenant and a project have settled about their calls; whatever is not known is null and permits nothing. */
export interface ExportGovernance extends Pick<
  GovernanceTerms,
  'complianceProjection' | 'retainedFrom' | 'secondaryReuse'
> {
  readonly audioRetention: 'enabled' | 'disabled' | 'unconfirmed';
}

const NOTHING: ExportGovernance = {
  audioRetention: 'unconfirmed',
  complianceProjection: null,
  retainedFrom: null,
  secondaryReuse: null,
};

/** Reads what exports of a project have to obey (contract, "Transcript governance"). */
@Injectable()
export class ExportGovernanceReader {
  private readonly logger = new Logger(ExportGovernanceReader.name);

  constructor(private readonly metadata: MetadataStore) {}

  /** Never rejects: what cannot be read permits nothing. */
  async of(auth: AuthContext, projectId: string, now: Date): Promise<ExportGovernance> {
    try {
      const [tenant, project] = await this.metadata.read(auth, (db) =>
        Promise.all([
          db.repo(TenantGovernanceEntity).findOne({}),
          db.repo(ProjectComplianceEntity).findOne({ projectId }),
        ]),
      );
      const days = tenant?.transcriptRetentionDays ?? null;
      return {
        audioRetention: tenant?.audioRetention ?? 'unconfirmed',
        complianceProjection:
          project === null ? null : project.projection === 'confirmed' ? 'confirmed' : 'unconfirmed',
        retainedFrom: days === null ? null : new Date(now.getTime() - days * DAY_MS),
        secondaryReuse: tenant === null ? null : reuseOf(tenant.secondaryReuse),
      };
    } catch (error) {
      this.logger.warn({ msg: 'governance unknown', reason: reasonOf(error) });
      return NOTHING;
    }
  }
}

function reuseOf(stored: TenantGovernanceEntity['secondaryReuse']): GovernanceTerms['secondaryReuse'] {
  if (stored === null) return 'not_configured';
  return stored === 'allowed' ? 'allowed' : 'refused';
}
