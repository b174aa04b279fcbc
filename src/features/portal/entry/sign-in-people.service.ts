import { Injectable, Logger } from '@nestjs/common';
import type { PersonClaims } from '../../../core/auth/verified-tokens.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { AuditRows } from '../lookup/audit-row.js';
import { PORTAL_ACTIONS } from '../portal.audit.js';
import { PORTAL_ERRORS } from '../portal.errors.js';
import { NewPlaceNotice } from './new-place-notice.js';
import { NOTE_PLACE, PERSON_OF_SUBJECT } from './entry.queries.js';

interface PersonRow {
  user_id: string;
  active: boolean;
  client_id: string | null;
  role: PortalRole | null;
}

/** Longer than a holiday, so that returning from one is not a new network. */
const REMEMBERED_MS = 90 * DAY_MS;

/** People who sign in, and their networks. */
@Injectable()
export class SignInPeople {
  private readonly logger = new Logger(SignInPeople.name);

  constructor(
    private readonly store: SystemQueries,
    private readonly metadata: MetadataStore,
    private readonly audit: AuditRows,
    private readonly notices: Notices,
    private readonly newPlace: NewPlaceNotice,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the id under which the person is recorded; null for one who may act for no client yet,
   *   but may accept an invitation
   * @throws 403 for one who is not active
   */
  async admit(claims: PersonClaims): Promise<AuthContext | null> {
    const auth = await this.audit.contextOf(claims);
    if (auth) return auth;
    const [person] = await this.store.query<PersonRow>(PERSON_OF_SUBJECT, [claims.subject, claims.dataEnv]);
    if (person?.active !== false) return null;
    this.logger.warn({ msg: 'sign-in refused', reason: 'not active' });
    if (person.client_id && person.role) {
      const principal = {
        kind: 'bearer',
        id: person.user_id,
        organisationId: null,
        ...claims.proof,
      } as const;
      const of = { clientId: person.client_id, dataEnv: claims.dataEnv, scope: person.role, principal };
      await this.metadata.recordAudit(of, {
        action: PORTAL_ACTIONS.signInRefused,
        outcome: 'denied',
        metadata: { reason: 'not active' },
      });
    }
    throw new PlatformError(PORTAL_ERRORS.noPortalAccess);
  }

  /**
   * Records the network of a sign-in, and notifies the client of a new one (portal-sessions 7.2).
   */
  async note(auth: AuthContext, network: string): Promise<void> {
    const { clientId, dataEnv, scope, principal } = auth;
    const now = this.clock.now();
    await this.metadata.transaction(auth, async (tx) => {
      const since = new Date(now.getTime() - REMEMBERED_MS);
      const [place] = await tx.query<{ is_new: boolean }>(NOTE_PLACE, [principal.id, network, since, now]);
      if (!place?.is_new) return;
      await this.notices.tell(tx, {
        tenant: { clientId, dataEnv },
        kind: this.newPlace,
        subject: principal.id,
        period: `${network} ${now.toISOString().slice(0, 10)}`,
        facts: {
          role: scope as PortalRole,
          network,
          at: now.toISOString(),
          organisation_id: organisationOf(auth),
        },
      });
    });
  }
}
