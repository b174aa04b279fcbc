import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { systemContext, type AuthContext, type DataEnv } from '../../../core/shared/auth-context.js';
import { LINK_TOKEN } from '../rules/link-token.policy.js';
import { DirectInputSecrets } from './direct-input-secrets.js';

/** The session of the link with this token ($1: its valid hashes). A suspended client has no links. */
const OWNER_OF_LINK = namedQuery('direct_input_owner_of_link')`
    SELECT l.client_id, l.data_env, l.session_id, c.business_name
      FROM direct_input_links l
      JOIN clients c ON c.client_id = l.client_id AND c.status <> 'suspended'
     WHERE l.token_hash = ANY($1::bytea[])`;

export interface LinkedSession {
  /** For the tenant of the session; strangers act as the system. */
  readonly auth: AuthContext;
  readonly sessionId: string;
  readonly businessName: string;
}

interface OwnerRow {
  client_id: string;
  data_env: DataEnv;
  session_id: string;
  business_name: string;
}

/** Finds the tenant of a link, the only query across tenants. */
@Injectable()
export class LinkOwner {
  constructor(
    private readonly store: SystemQueries,
    private readonly secrets: DirectInputSecrets,
  ) {}

  /**
   * @param token as sent: an invalid token belongs to no session
   * @throws 503 if the store does not answer
   */
  async find(token: unknown): Promise<LinkedSession | null> {
    const text = typeof token === 'string' && LINK_TOKEN.test(token) ? token : '';
    const [row] = await this.store.query<OwnerRow & Record<string, unknown>>(OWNER_OF_LINK, [
      this.secrets.hashesOfToken(text),
    ]);
    if (!row) return null;
    const tenant = { clientId: row.client_id, dataEnv: row.data_env };
    return {
      auth: systemContext(tenant, 'direct-input'),
      sessionId: row.session_id,
      businessName: row.business_name,
    };
  }
}
