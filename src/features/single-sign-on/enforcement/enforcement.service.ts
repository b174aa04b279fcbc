import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { requireRead } from '../../../core/http/etag/require-read.js';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { validationFailed } from '../../../core/shared/platform-error.js';
import { TenantRequiredConnectionEntity } from '../../../core/tenancy/tenant.entities.js';
import { Clock } from '../../../core/time/clock.js';
import { ProvedHolders } from '../../break-glass/lookup/proved-holders.service.js';
import { SessionEnds } from '../../portal/entry/session-ends.service.js';
import { SessionProofs } from '../../portal/entry/session-proofs.service.js';
import { LOCK_SSO } from '../lookup/connections.queries.js';
import { Connections } from '../lookup/connections.service.js';
import { hasWayIn } from '../lookup/required-connection.service.js';
import { blocked } from '../rules/blocked.js';
import { stateOf } from '../rules/connection-versions.policy.js';
import { enforcementBlock } from '../rules/enforcement.policy.js';
import { SSO_ACTIONS } from '../single-sign-on.audit.js';
import { COUNT_EXCLUDED, COUNT_KEYS, LIST_EXCLUDED } from './enforcement.queries.js';
import type { EnforcementPreviewQuery, EnforcementRequest } from './enforcement.request.js';
import type {
  EnforcementPreviewResponse,
  EnforcementResponse,
  ExcludedPersonResponse,
} from './enforcement.response.js';

/** Whether the people of a client must sign in through a connection (single-sign-on section 7). */
@Injectable()
export class EnforcementService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly connections: Connections,
    private readonly holders: ProvedHolders,
    private readonly proofs: SessionProofs,
    private readonly ends: SessionEnds,
    private readonly clock: Clock,
  ) {}

  show(auth: AuthContext): Promise<EnforcementResponse> {
    return this.metadata.read(auth, read);
  }

  /** @throws 404 for a connection that the client does not have */
  preview(
    auth: AuthContext,
    { connection_id: id, page, page_size: size }: EnforcementPreviewQuery,
  ): Promise<EnforcementPreviewResponse> {
    return this.metadata.read(auth, async (db) => {
      const { connectionId } = await this.connections.one(db, id);
      const items = await db.query<ExcludedPersonResponse>(LIST_EXCLUDED, [
        connectionId,
        size,
        rowsBefore(page, size),
      ]);
      const [keys] = await db.query<{ total: number }>(COUNT_KEYS, [this.clock.now()]);
      return {
        items,
        api_keys_untouched: keys!.total,
        pagination: paginationOf(page, size, await excluded(db, connectionId)),
      };
    });
  }

  /**
   * Sessions that came another way have lost the roles of the client when it returns.
   * @throws 404 for a connection that the client does not have, 428 without the etag, 409 for another
   *   one and with a block_reason
   */
  async save(
    auth: AuthContext,
    request: EnforcementRequest,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<EnforcementResponse> {
    const required = requiredOf(request);
    const began = await this.sessionBegan(auth);
    const saved = await this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_SSO);
        const before = await read(tx);
        requireRead('enforcement', before.etag, ifMatch);
        const count = required === null ? 0 : await this.assertPossible(tx, auth, began, request);
        const rows = tx.repo(TenantRequiredConnectionEntity);
        await rows.delete({});
        if (required !== null)
          await rows.insert({
            connectionId: required,
            requiredAt: this.clock.now(),
            requiredBy: auth.principal.id,
          });
        await tx.auditDone(SSO_ACTIONS.enforcementChanged, {
          mode: request.mode,
          connection_id: required,
          previous_connection_id: before.connection_id,
          people_excluded: count,
        });
        const after = await read(tx);
        return tx.complete(reservation, after, { ETag: quotedEtag(after.etag) });
      },
      { serializeBy: 'single sign-on' },
    );
    if (required !== null) await this.ends.ofOtherWays(auth, required);
    return saved;
  }

  /** @returns how many people it locks out */
  private async assertPossible(
    tx: UnitOfWork,
    { principal }: AuthContext,
    callersSessionBegan: Date | null,
    { connection_id: id, accept_exclusions: accepted }: EnforcementRequest,
  ): Promise<number> {
    const connection = await this.connections.one(tx, id ?? '');
    const { connectionId } = connection;
    const now = this.clock.now();
    const count = await excluded(tx, connectionId);
    const block = enforcementBlock({
      callersConnectionId: principal.kind === 'bearer' ? principal.connectionId : null,
      callersSessionBegan,
      connectionId,
      isActive: stateOf(connection) === 'active' && (await hasWayIn(tx, connectionId)),
      hasWayBack: await this.holders.areEnough(tx),
      excluded: count,
      accepted,
      now,
    });
    if (block !== null) throw blocked(block);
    return count;
  }

  private async sessionBegan({ principal }: AuthContext): Promise<Date | null> {
    const id = principal.kind === 'bearer' ? principal.sessionId : null;
    return id === null ? null : this.proofs.beganAt(id);
  }
}

/** The connection that a request requires, in lower case; null: none. */
function requiredOf({ mode, connection_id: id }: EnforcementRequest): string | null {
  if (mode === 'required') return id?.toLowerCase() ?? null;
  if (id === undefined || id === null) return null;
  throw validationFailed({
    loc: ['body', 'connection_id'],
    message: 'must be left out or null if mode is off',
    type: 'connection_without_use',
  });
}

async function excluded(db: StoreReader, connectionId: string): Promise<number> {
  const [row] = await db.query<{ total: number }>(COUNT_EXCLUDED, [connectionId]);
  return row!.total;
}

async function read(db: StoreReader): Promise<EnforcementResponse> {
  const row = await db.repo(TenantRequiredConnectionEntity).findOne({});
  const connectionId = row?.connectionId ?? null;
  const requiredAt = row?.requiredAt.toISOString() ?? null;
  return {
    mode: row ? 'required' : 'off',
    connection_id: connectionId,
    required_at_utc: requiredAt,
    required_by: row?.requiredBy ?? null,
    etag: hash('sha256', `${connectionId} ${requiredAt}`).slice(0, 24),
  };
}
