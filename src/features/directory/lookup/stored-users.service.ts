import { Injectable } from '@nestjs/common';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { sealField, type FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import type { Equality } from '../rules/filter.policy.js';
import type { Stored } from '../rules/resources.policy.js';
import type { UserAttributes } from '../rules/user-attributes.policy.js';
import { placeOfUser } from '../rules/sealed-places.js';
import { DIRECTORY_USER_OF_NAME, FIND_DIRECTORY_USER } from './stored-users.queries.js';

export interface UserRow {
  readonly user_id: string;
  readonly origin: 'made' | 'linked';
  readonly status: 'awaited' | 'provisioned' | 'deleted';
  readonly active: boolean;
  readonly attributes_sealed: Buffer;
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const storedOf = (row: UserRow): Stored => ({
  id: row.user_id,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

type Hashes = readonly [userName: Buffer, externalId: Buffer | null, displayName: Buffer | null];

/** The people of a directory as they are stored: sealed, and found by hashes (directory 3.8). */
@Injectable()
export class StoredUsers {
  constructor(
    private readonly keys: TenantKeys,
    private readonly sealed: SealedValues,
  ) {}

  /** @throws 404 */
  async find(db: StoreReader, id: string): Promise<UserRow> {
    // PostgreSQL rejects the statement if a text is not a UUID.
    const [row] = isGivenId(id) ? await db.query<UserRow>(FIND_DIRECTORY_USER, [id]) : [];
    if (!row) throw notFound();
    return row;
  }

  /** The person with this user name, even if deleted, or linked and not yet provisioned. */
  async named(db: StoreReader, tenant: Tenant, userName: string): Promise<UserRow | null> {
    const hash = await this.hashOf(tenant, 'userName', userName);
    return (await db.query<UserRow>(DIRECTORY_USER_OF_NAME, [hash]))[0] ?? null;
  }

  async attributesOf(tenant: Tenant, row: UserRow): Promise<UserAttributes> {
    const text = await this.sealed.open(tenant, placeOfUser(tenant, row.user_id), row.attributes_sealed);
    return JSON.parse(text) as UserAttributes;
  }

  /** The values of a person for statements, from `active` on. */
  async valuesOf(tenant: Tenant, id: string, user: UserAttributes): Promise<readonly unknown[]> {
    const key = await this.keys.current(tenant, 'encryption');
    const place: FieldAddress = placeOfUser(tenant, id);
    return [user.active, ...(await this.hashesOf(tenant, user)), sealField(key, place, JSON.stringify(user))];
  }

  /** The values of a filter for statements; null: no person matches. */
  async criteriaOf(tenant: Tenant, filter: Equality | null): Promise<readonly unknown[] | null> {
    if (filter === null) return [null, null, null, null];
    const { attribute, value } = filter;
    if (attribute === 'id') return isGivenId(value) ? [value, null, null, null] : null;
    const hash = await this.hashOf(tenant, attribute, value);
    return [
      null,
      ...(['userName', 'externalId', 'displayName'] as const).map((it) => (it === attribute ? hash : null)),
    ];
  }

  hashesOfNames(
    tenant: Tenant,
    attribute: 'userName' | 'externalId',
    values: readonly string[],
  ): Promise<Buffer[]> {
    return Promise.all(values.map((value) => this.hashOf(tenant, attribute, value)));
  }

  private async hashesOf(tenant: Tenant, user: UserAttributes): Promise<Hashes> {
    const { userName, externalId, displayName } = user;
    return [
      await this.hashOf(tenant, 'userName', userName),
      externalId === null ? null : await this.hashOf(tenant, 'externalId', externalId),
      displayName === null ? null : await this.hashOf(tenant, 'displayName', displayName),
    ];
  }

  private async hashOf(tenant: Tenant, attribute: keyof typeof LABELS, value: string): Promise<Buffer> {
    const key = await this.keys.current(tenant, 'matching');
    // Only an externalId is compared letter by letter (RFC 7643, 3.1).
    return keyedHash(key, LABELS[attribute], attribute === 'externalId' ? value : value.toLowerCase());
  }
}

const LABELS = {
  userName: 'directory-user-name',
  externalId: 'directory-external-id',
  displayName: 'directory-display-name',
} as const;
