import { Injectable } from '@nestjs/common';
import { HotReads } from '../metadata/hot-reads.js';
import type { PortalRole } from './auth-context.js';
import type { BearerCaller } from './caller.js';
import { ASSIGNMENTS_OF_SUBJECT } from './identity.queries.js';
import type { TokenClaims } from './verified-tokens.js';

interface AssignmentRow {
  user_id: string;
  client_id: string;
  role: PortalRole;
  is_default: boolean;
  organisation_id: string | null;
  allowlist: string[];
}

/** What a signed-in person may act as, read afresh for every request so that a withdrawn role ends at once. */
@Injectable()
export class PortalIdentities {
  constructor(private readonly reads: HotReads) {}

  /** A person without any active assignment is still a caller: the tenant guard answers 404, not 401. */
  async resolve(claims: TokenClaims): Promise<BearerCaller> {
    const rows = await this.reads.query<AssignmentRow>(ASSIGNMENTS_OF_SUBJECT, [
      claims.subject,
      claims.dataEnv,
    ]);
    return {
      kind: 'bearer',
      userId: rows[0]?.user_id ?? '',
      dataEnv: claims.dataEnv,
      assignments: rows.map((row) => ({
        clientId: row.client_id,
        role: row.role,
        isDefault: row.is_default,
        organisationId: row.organisation_id,
        allowlist: row.allowlist,
      })),
    };
  }
}
