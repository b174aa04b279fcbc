import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ApiKeyEntity } from '../../../core/auth/api-keys/api-key.entity.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { ApiKeyIssuer, expiryInvalid, recordsOf, type IssuedKey } from './api-key-issuer.service.js';
import { LOCK_API_KEY, LOCK_API_KEYS_OF_MAKER } from './api-keys.queries.js';
import type { CreateApiKeyRequest, RotateApiKeyRequest } from './api-keys.request.js';
import type {
  ApiKeyListResponse,
  ApiKeyRecord,
  NewApiKeyResponse,
  RevokedApiKeysResponse,
} from './api-keys.response.js';
import { keyStatus, type ApiKeyStatus } from './key-status.policy.js';
import { carriesScope, graceEnd, managedScopes, readExpiry, refusalToRotate } from './key-terms.policy.js';
import { PARTNER_ACTIONS } from '../partner.audit.js';
import type { ApiKeysSettledResponse } from '../rules/settled-keys.response.js';
import type { PortalRole } from '../../../core/shared/roles.js';

/**
 * The API keys of a tenant (partner section 4). Partners manage keys of the partner scopes; to
 * them, a key of another scope does not exist.
 */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly issuer: ApiKeyIssuer,
    private readonly clock: Clock,
  ) {}

  /** Every key, including ended ones, newest first. */
  async list(auth: AuthContext): Promise<ApiKeyListResponse> {
    return this.metadata.read(auth, async (db) => {
      const keys = await db.repo(ApiKeyEntity).find(managedBy(auth), { order: NEWEST_FIRST });
      const records = await recordsOf(db, keys, this.clock.now());
      return { items: records.filter((record, nth) => deals(auth, keys[nth]!, record)) };
    });
  }

  /**
   * Creates a key. Only this response contains its text.
   * @throws 422 for an expiry in the past, too far ahead for the tenant or in general, or invalid
   */
  async create(
    auth: AuthContext,
    { description, scope, expires_at_utc: expiry }: CreateApiKeyRequest,
    reservation: Reservation,
  ): Promise<NewApiKeyResponse> {
    const read = readExpiry(expiry, this.clock.now());
    if ('problem' in read) throw expiryInvalid(read.problem);
    const terms = { description, scope, organisationId: organisationOf(auth), expiresAt: read.expiresAt };
    const issued = await this.metadata.transaction(auth, async (tx) => {
      const key = await this.issuer.issue(tx, auth, terms);
      await tx.complete(reservation, withoutSecret(key));
      return key;
    });
    return withSecret(issued);
  }

  /**
   * Creates a key with the same scope and description that replaces this one, which ends now or
   * after its grace period. The new key belongs to the organisation of the person who rotates, the
   * only one who gets its text, and ends within the tenant's longest lifetime.
   * @throws 404 without such a key, 409 if it is revoked, expired, was already rotated, or its
   *   organisation no longer works for the client, 422 for an expiry as in `create`
   */
  async rotate(
    auth: AuthContext,
    keyId: string,
    { grace_seconds: graceSeconds, expires_at_utc: expiry }: RotateApiKeyRequest,
    reservation: Reservation,
  ): Promise<NewApiKeyResponse> {
    const keepsEnd = expiry === undefined;
    const read = readExpiry(expiry, this.clock.now());
    if ('problem' in read) throw expiryInvalid(read.problem);
    const issued = await this.metadata.transaction(auth, async (tx) => {
      const old = await this.lockKey(tx, auth, keyId);
      const now = this.clock.now();
      const [record] = await recordsOf(tx, [old], now);
      const refusal = refusalToRotate(keyStatus(old, now), old.replacedByKeyId, record!.organisation_active);
      if (refusal) throw new PlatformError(CATALOGUE.conflict, { message: refusal });
      const { description, scope } = old;
      const expiresAt = keepsEnd ? old.expiresAt : read.expiresAt;
      const graceExpiresAt = graceEnd(now, graceSeconds, old.expiresAt);
      const rotation = { fromKeyId: old.keyId, graceExpiresAt, keepsEnd };
      const terms = { description, scope, organisationId: organisationOf(auth), expiresAt, rotation };
      const key = await this.issuer.issue(tx, auth, terms);
      await tx.repo(ApiKeyEntity).update(
        { keyId: old.keyId },
        {
          replacedByKeyId: key.record.key_id,
          ...(graceExpiresAt ? { graceExpiresAt } : { revokedAt: now, revokedBy: auth.principal.id }),
          ...changedBy(auth, now),
        },
      );
      await tx.complete(reservation, withoutSecret(key));
      return key;
    });
    return withSecret(issued);
  }

  /**
   * Revokes a key, which also ends its grace period. A key that is already revoked keeps its record
   * of who revoked it and when.
   * @param reservation null for an operator, who sends no idempotency key
   * @throws 404 without such a key
   */
  revoke(auth: AuthContext, keyId: string, reservation: Reservation | null): Promise<ApiKeyRecord> {
    return this.metadata.transaction(auth, async (tx) => {
      const key = await this.lockKey(tx, auth, keyId);
      const now = this.clock.now();
      if (key.revokedAt === null) await this.end(tx, auth, key, now);
      const [record] = await recordsOf(tx, [key], now);
      return tx.complete(reservation, record!);
    });
  }

  /**
   * Revokes all keys of a person or process that are not revoked yet, within the caller's tenant
   * and the scopes it manages. For an unknown person, one elsewhere, or one without a key here the
   * result is the same: nothing was revoked.
   * @param reservation null for an operator, who sends no idempotency key
   */
  revokeAllOf(
    auth: AuthContext,
    createdBy: string,
    reservation: Reservation | null,
  ): Promise<RevokedApiKeysResponse> {
    return this.metadata.transaction(auth, async (tx) =>
      tx.complete(reservation, { items: await this.endAllOf(tx, auth, createdBy) }),
    );
  }

  private async endAllOf(tx: UnitOfWork, auth: AuthContext, createdBy: string): Promise<ApiKeyRecord[]> {
    const keys = await this.lockAllOf(tx, auth, createdBy);
    const now = this.clock.now();
    for (const key of keys) await this.end(tx, auth, key, now);
    return recordsOf(tx, keys, now);
  }

  /**
   * Settles the keys of a person whose role changes or ends: those that the new role does not
   * permit end, or go to a colleague (partner 6.8).
   * @param role that the person has from now on; null: none
   * @param heir the user id of the colleague, who has at least the role that the person had
   */
  async settleAllOf(
    tx: UnitOfWork,
    auth: AuthContext,
    person: { readonly userId: string; readonly organisationId: string | null },
    role: PortalRole | null,
    heir: string | null,
  ): Promise<ApiKeysSettledResponse> {
    const now = this.clock.now();
    const all = await this.lockAllOf(tx, auth, person.userId);
    const live = all.filter(
      (key) => LIVE.includes(keyStatus(key, now)) && key.organisationId === person.organisationId,
    );
    const over = live.filter(({ scope }) => !carriesScope(role, scope));
    for (const key of over) {
      if (heir === null) await this.end(tx, auth, key, now);
      else await this.handOver(tx, key, heir, changedBy(auth, now));
    }
    const settled = { kept: live.length - over.length, ended: 0, handed_over: 0 };
    return { ...settled, [heir === null ? 'ended' : 'handed_over']: over.length };
  }

  private async handOver(
    tx: UnitOfWork,
    { keyId, scope, createdBy }: ApiKeyEntity,
    heir: string,
    change: ReturnType<typeof changedBy>,
  ): Promise<void> {
    await tx.repo(ApiKeyEntity).update({ keyId }, { createdBy: heir, ...change });
    await tx.auditDone(PARTNER_ACTIONS.keyHandedOver, {
      key_id: keyId,
      key_scope: scope,
      previous_user_id: createdBy,
      user_id: heir,
    });
  }

  /**
   * The keys of one person or process that are not revoked, newest first. Read after the lock, so
   * that it also finds the result of a concurrent rotation.
   */
  private async lockAllOf(tx: UnitOfWork, auth: AuthContext, createdBy: string): Promise<ApiKeyEntity[]> {
    await tx.query(LOCK_API_KEYS_OF_MAKER, [createdBy]);
    const keys = await tx
      .repo(ApiKeyEntity)
      .find({ ...managedBy(auth), createdBy, revokedAt: IsNull() }, { order: NEWEST_FIRST });
    const records = await recordsOf(tx, keys, this.clock.now());
    return keys.filter((key, nth) => deals(auth, key, records[nth]!));
  }

  private async end(tx: UnitOfWork, auth: AuthContext, key: ApiKeyEntity, now: Date): Promise<void> {
    const statusBefore = keyStatus(key, now);
    const end = {
      revokedAt: now,
      revokedBy: auth.principal.id,
      graceExpiresAt: null,
      ...changedBy(auth, now),
    };
    await tx.repo(ApiKeyEntity).update({ keyId: key.keyId }, end);
    await tx.auditDone(PARTNER_ACTIONS.keyRevoked, {
      key_id: key.keyId,
      key_scope: key.scope,
      status_before: statusBefore,
    });
    Object.assign(key, end);
  }

  /** The key, locked until the transaction ends. */
  private async lockKey(tx: UnitOfWork, auth: AuthContext, keyId: string): Promise<ApiKeyEntity> {
    // PostgreSQL rejects the statement if a text is not a UUID.
    if (!isGivenId(keyId)) throw notFound();
    await tx.query(LOCK_API_KEY, [keyId]);
    const key = await tx.repo(ApiKeyEntity).findOne({ ...managedBy(auth), keyId });
    const [record] = key ? await recordsOf(tx, [key], this.clock.now()) : [];
    if (!key || !deals(auth, key, record!)) throw notFound();
    return key;
  }
}

/** The last change of a key, by the caller at this moment. */
const changedBy = (auth: AuthContext, now: Date) => ({ updatedAt: now, updatedBy: auth.principal.id });

const NEWEST_FIRST = { createdAt: 'DESC', keyId: 'DESC' } as const;

const LIVE: readonly ApiKeyStatus[] = ['active', 'grace'];

const managedBy = (auth: AuthContext) => ({ scope: In([...managedScopes(auth.scope)]) });

/**
 * Whether a caller may manage a key: one of its own organisation, or one whose organisation has
 * lost the client (partner 2.5, 6.2). Operators may manage all.
 */
const deals = (auth: AuthContext, key: ApiKeyEntity, record: ApiKeyRecord): boolean =>
  auth.scope === 'system' || key.organisationId === organisationOf(auth) || !record.organisation_active;

const withSecret = ({ record, text }: IssuedKey): NewApiKeyResponse => ({
  ...record,
  secret: text,
  secret_available: true,
});

/** The response stored for replays. */
const withoutSecret = ({ record }: IssuedKey): NewApiKeyResponse => ({
  ...record,
  secret: null,
  secret_available: false,
});
