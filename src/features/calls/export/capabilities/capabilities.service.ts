import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { PiiPermissions } from '../../../../core/privacy/pii/pii-permissions.service.js';
import { Clock } from '../../../../core/time/clock.js';
import { ExportGovernanceReader } from '../governance/export-governance.service.js';
import { EXPORT_WINDOWS, MAX_FILE_BYTES, MAX_ROWS, PREVIEW_WINDOWS, WALL_MS } from '../runs/export-limits.js';
import { optionCapabilities, profileCapabilities } from './capabilities.policy.js';
import type { ExportCapabilitiesResponse } from './capabilities.response.js';

const LIMITS: ExportCapabilitiesResponse['limits'] = {
  max_rows: MAX_ROWS,
  max_bytes: MAX_FILE_BYTES,
  max_read_seconds: WALL_MS / 1000,
  at_once: 1,
  exports: EXPORT_WINDOWS,
  previews: PREVIEW_WINDOWS,
};

// An id that no project has, so that only the tenant's settings apply.
const NO_PROJECT = '';

/** The export options available to the caller (calls-export section 11). */
@Injectable()
export class ExportCapabilitiesService {
  constructor(
    private readonly permissions: PiiPermissions,
    private readonly governance: ExportGovernanceReader,
    private readonly clock: Clock,
  ) {}

  /** @param projectId null: what every project of the client permits */
  async read(auth: AuthContext, projectId?: string): Promise<ExportCapabilitiesResponse> {
    const [permission, { audioRetention }] = await Promise.all([
      this.permissions.of(auth, projectId),
      this.governance.of(auth, projectId ?? NO_PROJECT, this.clock.now()),
    ]);
    return {
      formats: ['csv'],
      profiles: profileCapabilities(auth.scope),
      options: optionCapabilities({ scope: auth.scope, permission, audioRetention }),
      limits: LIMITS,
    };
  }
}
