import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../database/metadata/system-queries.js';
import { SharedReads } from '../database/shared-reads.js';
import type { Assignment, BearerCaller, OwnedClient } from './caller.js';
import { ASSIGNMENTS_OF_SUBJECTS, OWNED_CLIENT, ROLE_OF_PERSON } from './identity.queries.js';
import type { PersonClaims } from './verified-tokens.js';
import { UNPROVEN, type AuthContext, type Tenant } from '../shared/auth-context.js';
import type { PortalRole } from '../shared/roles.js';
import { cameAsRequired } from './tenant-choice.policy.js';

interface AssignmentRow {
  /** Index of the question this row answers, from 1. */
  position: number;
  user_id: string;
  client_id: string;
  role: PortalRole;
  is_default: boolean;
  organisation_id: string | null;
  allowlist: string[];
  required_connection_id: string | null;
}

/**
 * Reads the clients and roles of a signed-in person for every request, so a withdrawn role ends at
 * once. Requests that arrive together share one statement.
 */
@Injectable()
export class PortalIdentities {
  private readonly callers: SharedReads<PersonClaims, BearerCaller>;

  constructor(private readonly reads: SystemQueries) {
    this.callers = new SharedReads((asked) => this.readCallers(asked));
  }

  /**
   * Also for a person without assignments: the tenant guard answers 404, not 401.
   * @throws 503 when the metadata store cannot be reached
   */
  resolve(claims: PersonClaims): Promise<BearerCaller> {
    // PostgreSQL refuses a text with NUL: no user has such a name.
    if (claims.subject.includes('\0')) return Promise.resolve(callerOf(claims, []));
    return this.callers.read(claims);
  }

  /**
   * A client of an organisation in which this person is a partner_admin; null without one.
   * @throws 503 when the metadata store cannot be reached
   */
  async ownedClient({ userId, dataEnv }: BearerCaller, clientId: string): Promise<OwnedClient | null> {
    // PostgreSQL refuses a text with NUL: no client has such an id.
    if (clientId.includes('\0')) return null;
    const [owned] = await this.reads.query<OwnedClient>(OWNED_CLIENT, [userId, dataEnv, clientId]);
    return owned ?? null;
  }

  /**
   * Finds the rights that a person has for a client now, for work on their behalf; null: none.
   * @throws 503 when the metadata store cannot be reached
   */
  async actingFor(userId: string, { clientId, dataEnv }: Tenant): Promise<AuthContext | null> {
    const [held] = await this.reads.query<{ role: PortalRole; organisation_id: string | null }>(
      ROLE_OF_PERSON,
      [userId, dataEnv, clientId],
    );
    if (!held) return null;
    const principal = {
      kind: 'bearer',
      id: userId,
      organisationId: held.organisation_id,
      ...UNPROVEN,
    } as const;
    return { clientId, dataEnv, scope: held.role, principal };
  }

  private async readCallers(asked: readonly PersonClaims[]): Promise<BearerCaller[]> {
    const rows = await this.reads.query<AssignmentRow>(ASSIGNMENTS_OF_SUBJECTS, [
      asked.map(({ subject }) => subject),
      asked.map(({ dataEnv }) => dataEnv),
    ]);
    const found: AssignmentRow[][] = asked.map(() => []);
    for (const row of rows) found[row.position - 1]?.push(row);
    return asked.map((claims, index) => callerOf(claims, found[index] ?? []));
  }
}

function callerOf(
  { dataEnv, proof, onlyClientId }: PersonClaims,
  rows: readonly AssignmentRow[],
): BearerCaller {
  const held = rows.filter((row) => onlyClientId === null || row.client_id === onlyClientId);
  const counts = ({ role, required_connection_id: required }: AssignmentRow): boolean =>
    cameAsRequired(role, required, proof);
  const assignments = held.filter(counts).map(assignmentOf);
  const shutOut = held.filter((row) => !counts(row)).map(assignmentOf);
  return { kind: 'bearer', userId: rows[0]?.user_id ?? '', dataEnv, proof, assignments, shutOut };
}

const assignmentOf = (row: AssignmentRow): Assignment => ({
  clientId: row.client_id,
  role: row.role,
  isDefault: row.is_default,
  organisationId: row.organisation_id,
  allowlist: row.allowlist,
});
