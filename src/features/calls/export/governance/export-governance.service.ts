import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { reasonOf } from '../../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../../core/database/metadata/metadata-store.js';
import { DAY_MS } from '../../../../core/time/wall-clock.policy.js';
import { EXPORT_GOVERNANCE } from './export-governance.queries.js';
import type { GovernanceTerms } from './transcript-governance.policy.js';

/** The settings of a tenant and a project for calls; unknown (null) permits nothing. */
export interface ExportGovernance extends Pick<
  GovernanceTerms,
  'complianceProjection' | 'retainedFrom' | 'secondaryReuse'
> {
  readonly audioRetention: 'enabled' | 'disabled' | 'unconfirmed';
}

interface GovernanceRow {
  audio_retention: ExportGovernance['audioRetention'] | null;
  secondary_reuse: 'allowed' | 'denied' | null;
  transcript_retention_days: number | null;
  is_settled: boolean;
  projection: 'confirmed' | 'pending' | 'failed' | null;
}

const NOTHING: ExportGovernance = {
  audioRetention: 'unconfirmed',
  complianceProjection: null,
  retainedFrom: null,
  secondaryReuse: null,
};

/**
 * Reads the governance of exports of a project (calls-export 6.7): of the published settings
 * of tenant and project the stricter holds, and a part that one leaves open the other decides.
 */
@Injectable()
export class ExportGovernanceReader {
  private readonly logger = new Logger(ExportGovernanceReader.name);

  constructor(private readonly metadata: MetadataStore) {}

  /** Never rejects: unreadable settings permit nothing. */
  async of(auth: AuthContext, projectId: string, now: Date): Promise<ExportGovernance> {
    try {
      const [row] = await this.metadata.read(auth, (db) =>
        db.query<GovernanceRow>(EXPORT_GOVERNANCE, [projectId]),
      );
      if (!row) return NOTHING;
      const { projection, transcript_retention_days: days } = row;
      return {
        audioRetention: row.audio_retention ?? 'unconfirmed',
        complianceProjection:
          projection === null ? null : projection === 'confirmed' ? 'confirmed' : 'unconfirmed',
        retainedFrom: days === null ? null : new Date(now.getTime() - days * DAY_MS),
        secondaryReuse: row.is_settled ? reuseOf(row.secondary_reuse) : null,
      };
    } catch (error) {
      this.logger.warn({ msg: 'governance unknown', reason: reasonOf(error) });
      return NOTHING;
    }
  }
}

function reuseOf(stored: GovernanceRow['secondary_reuse']): GovernanceTerms['secondaryReuse'] {
  if (stored === null) return 'not_configured';
  return stored === 'allowed' ? 'allowed' : 'refused';
}
