import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { requireRead } from '../../../core/http/etag/require-read.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { LOCK_SSO } from '../lookup/connections.queries.js';
import { SessionEnds } from '../../portal/entry/session-ends.service.js';
import { Connections } from '../lookup/connections.service.js';
import { requireOpenUse } from '../lookup/require-open-use.js';
import { RequiredConnection } from '../lookup/required-connection.service.js';
import { blocked } from '../rules/blocked.js';
import {
  MOST_CONNECTIONS,
  NO_SETTINGS,
  type ConnectionSettings,
} from '../rules/connection-settings.policy.js';
import { activated, changed, disabled, FIRST_VERSION } from '../rules/connection-versions.policy.js';
import { readDomain } from '../rules/domain.policy.js';
import { SSO_ACTIONS } from '../single-sign-on.audit.js';
import { SsoConnectionEntity, SsoDomainEntity, SsoIdentityEntity } from '../single-sign-on.entities.js';
import { LEAD_DOMAINS } from './connection-domains.queries.js';
import { ConnectionRecords } from './connection-record.service.js';
import { ConnectionSettingsReader, type SealedSecret } from './connection-settings.service.js';
import type { ChangeConnectionRequest, CreateConnectionRequest } from './connections.request.js';
import type {
  ConnectionRecord,
  ConnectionsResponse,
  DeletedConnectionResponse,
} from './connections.response.js';

type Values = Partial<Omit<SsoConnectionEntity, 'clientId' | 'dataEnv' | 'connectionId'>>;

/** The connections of a client (single-sign-on section 2). */
@Injectable()
export class ConnectionsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly connections: Connections,
    private readonly records: ConnectionRecords,
    private readonly settings: ConnectionSettingsReader,
    private readonly ends: SessionEnds,
    private readonly required: RequiredConnection,
    private readonly clock: Clock,
  ) {}

  list(auth: AuthContext): Promise<ConnectionsResponse> {
    return this.metadata.read(auth, async (db) => ({
      items: await this.records.of(db, await this.connections.all(db)),
    }));
  }

  /** @throws 404 */
  show(auth: AuthContext, connectionId: string): Promise<ConnectionRecord> {
    return this.metadata.read(auth, async (db) => {
      const [record] = await this.records.of(db, [await this.connections.one(db, connectionId)]);
      return record!;
    });
  }

  /** @throws 400 for settings that cannot be used, 409 for the sixth */
  async create(
    auth: AuthContext,
    request: CreateConnectionRequest,
    reservation: Reservation | null,
  ): Promise<ConnectionRecord> {
    const connectionId = randomUUID();
    const { kind, name } = request;
    const read = await this.settings.read(auth, kind, request);
    const secret = await this.sealed(auth, connectionId, request);
    return this.change(auth, async (tx) => {
      if ((await this.connections.all(tx)).length >= MOST_CONNECTIONS) throw blocked('connection_limit');
      const now = this.clock.now();
      await tx.repo(SsoConnectionEntity).insert({
        connectionId,
        name,
        kind,
        settings: { ...NO_SETTINGS, ...read },
        secretEncrypted: null,
        secretPreview: null,
        ...secret,
        ...FIRST_VERSION,
        testedAt: null,
        serving: null,
        servingSecretEncrypted: null,
        defaultRole: request.default_role ?? null,
        etag: newEtag(),
        createdAt: now,
        createdBy: auth.principal.id,
        updatedAt: now,
        updatedBy: auth.principal.id,
      });
      if (request.domains) await this.lead(tx, connectionId, request.domains);
      await tx.auditDone(SSO_ACTIONS.connectionCreated, { connection_id: connectionId, kind });
      return this.answer(tx, connectionId, reservation);
    });
  }

  /**
   * Changes the fields that are sent. A new issuer, certificate or secret makes a new version, which people use after a test.
   * @throws 404, 428 without the etag, 409 for another one, 400 for settings that cannot be used
   */
  async patch(
    auth: AuthContext,
    connectionId: string,
    request: ChangeConnectionRequest,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<ConnectionRecord> {
    const { kind } = await this.metadata.read(auth, (db) => this.connections.one(db, connectionId));
    const read = await this.settings.read(auth, kind, request);
    const secret = await this.sealed(auth, connectionId, request);
    return this.change(auth, async (tx) => {
      const before = await this.held(tx, connectionId, ifMatch);
      const settings = { ...before.settings, ...read };
      const isNewVersion = secret !== null || provesOtherwise(before.settings, settings);
      await this.save(tx, auth, before, {
        settings,
        ...secret,
        ...(isNewVersion && changed(before)),
        ...(request.name !== undefined && { name: request.name }),
        ...(request.default_role !== undefined && { defaultRole: request.default_role }),
      });
      if (request.domains) await this.lead(tx, connectionId, request.domains);
      await tx.auditDone(SSO_ACTIONS.connectionChanged, {
        connection_id: connectionId,
        changed: Object.keys(request).join(' '),
        new_version: isNewVersion,
      });
      return this.answer(tx, connectionId, reservation);
    });
  }

  /**
   * From now on, people sign in with the newest settings.
   * @throws 409 without a test
   */
  activate(
    auth: AuthContext,
    connectionId: string,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<ConnectionRecord> {
    return this.change(auth, async (tx) => {
      const before = await this.held(tx, connectionId, ifMatch);
      const versions = activated(before);
      if (!versions) throw blocked('connection_not_tested');
      await this.save(tx, auth, before, {
        ...versions,
        serving: before.settings,
        servingSecretEncrypted: before.secretEncrypted,
      });
      await tx.auditDone(SSO_ACTIONS.connectionActivated, { connection_id: connectionId });
      return this.answer(tx, connectionId, reservation);
    });
  }

  /**
   * Stops sign-ins through the connection, and ends the sessions of people who used it.
   * @throws 409 for the required one
   */
  disable(
    auth: AuthContext,
    connectionId: string,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<ConnectionRecord> {
    return this.ending(auth, connectionId, async (tx) => {
      const before = await this.held(tx, connectionId, ifMatch);
      await this.required.assertOther(tx, connectionId);
      await this.save(tx, auth, before, {
        ...disabled(before),
        serving: null,
        servingSecretEncrypted: null,
      });
      await tx.auditDone(SSO_ACTIONS.connectionDisabled, { connection_id: connectionId });
      return this.answer(tx, connectionId, reservation);
    });
  }

  remove(
    auth: AuthContext,
    connectionId: string,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<DeletedConnectionResponse> {
    return this.ending(auth, connectionId, async (tx) => {
      await this.held(tx, connectionId, ifMatch);
      await this.required.assertOther(tx, connectionId);
      await tx.query(LEAD_DOMAINS, [connectionId, []]);
      await tx.repo(SsoIdentityEntity).delete({ connectionId });
      await tx.repo(SsoConnectionEntity).delete({ connectionId });
      await tx.auditDone(SSO_ACTIONS.connectionDeleted, { connection_id: connectionId });
      return tx.complete(reservation, {
        connection_id: connectionId,
        deleted_at_utc: this.clock.now().toISOString(),
      });
    });
  }

  private change<T>(auth: AuthContext, work: (tx: UnitOfWork) => Promise<T>): Promise<T> {
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_SSO);
        // Metadata was read before the transaction, which takes seconds: the use may have ended
        // meanwhile.
        await requireOpenUse(tx, auth, this.clock.now());
        return work(tx);
      },
      { serializeBy: 'single sign-on' },
    );
  }

  /** Like `change`; no session of the connection survives it. */
  private async ending<T>(
    auth: AuthContext,
    connectionId: string,
    work: (tx: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    const answer = await this.change(auth, async (tx) => {
      const done = await work(tx);
      // Before the commit: if this fails, so does the change.
      await this.ends.ofConnection(connectionId);
      return done;
    });
    // A sign-in may have ended in the meantime.
    await this.ends.ofConnection(connectionId);
    return answer;
  }

  private async held(tx: UnitOfWork, connectionId: string, ifMatch: string | undefined) {
    const connection = await this.connections.one(tx, connectionId);
    requireRead('connection', connection.etag, ifMatch);
    return connection;
  }

  private async save(
    tx: UnitOfWork,
    auth: AuthContext,
    { connectionId }: SsoConnectionEntity,
    values: Values,
  ): Promise<void> {
    const updated = { updatedAt: this.clock.now(), updatedBy: auth.principal.id, etag: newEtag() };
    await tx.repo(SsoConnectionEntity).update({ connectionId }, { ...values, ...updated });
  }

  private async answer(tx: UnitOfWork, connectionId: string, reservation: Reservation | null) {
    const [record] = await this.records.of(tx, [await this.connections.one(tx, connectionId)]);
    return tx.complete(reservation, record!, { ETag: quotedEtag(record!.etag) });
  }

  private sealed(
    auth: AuthContext,
    connectionId: string,
    { client_secret: secret }: ChangeConnectionRequest,
  ): Promise<SealedSecret | null> {
    return secret === undefined ? Promise.resolve(null) : this.settings.seal(auth, connectionId, secret);
  }

  /**
   * @throws 409 for a domain that is not in the list, or that leads to another connection, and for the
   *   last one of the required connection
   */
  private async lead(tx: UnitOfWork, connectionId: string, texts: readonly string[]): Promise<void> {
    const domains = texts.map((it) => readDomain(it) ?? it);
    const known = await tx.repo(SsoDomainEntity).find({});
    for (const domain of domains) {
      const row = known.find((it) => it.domain === domain);
      if (!row) throw blocked('domain_not_listed');
      if (row.connectionId !== null && row.connectionId !== connectionId) throw blocked('domain_in_use');
    }
    await tx.query(LEAD_DOMAINS, [connectionId, domains]);
    await this.required.assertWayIn(tx);
  }
}

/** Whether a setting that identifies people has changed. */
const provesOtherwise = (before: ConnectionSettings, after: ConnectionSettings): boolean =>
  before.issuer !== after.issuer ||
  before.client_id !== after.client_id ||
  before.sign_in_url !== after.sign_in_url ||
  before.certificates.join() !== after.certificates.join();
