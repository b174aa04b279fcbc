import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { KeyUnavailableError } from '../../../core/privacy/privacy.errors.js';
import { systemContext, type AuthContext } from '../../../core/shared/auth-context.js';
import { AddressOwners } from '../lookup/address-owners.service.js';
import { placeOfAddress } from '../lookup/address-rows.js';
import { EmailSecrets } from '../lookup/email-secrets.js';
import { UnsubscribeTokens, type UnsubscribeRow } from '../lookup/unsubscribe-tokens.service.js';
import { ADDRESSES_TO_HASH, STORE_HASHES } from './address-hashes.queries.js';

interface AddressRow extends UnsubscribeRow {
  readonly email_sealed: Buffer;
  readonly email_hash: Buffer;
}

export interface HashedAddresses {
  /** Stored under another pepper before. */
  readonly renewed: number;
  /**
   * Sealed values that could not be opened: the hashes of their addresses stay under the other
   * pepper.
   */
  readonly failed: number;
}

type AddressResult = 'present' | 'renewed' | 'failed';

/** Stores the hashes of addresses under the current pepper (email-routing 3.8). */
@Injectable()
export class AddressHashes {
  constructor(
    private readonly owners: AddressOwners,
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
    private readonly sealed: SealedValues,
    private readonly secrets: EmailSecrets,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  /** May run again at any time. @throws 503 of the metadata store */
  async renewAll(): Promise<HashedAddresses> {
    const results: AddressResult[] = [];
    for (const tenant of await this.owners.tenants())
      results.push(...(await this.renewOf(systemContext(tenant, 'admin'))));
    const count = (of: AddressResult): number => results.filter((result) => result === of).length;
    return { renewed: count('renewed'), failed: count('failed') };
  }

  private async renewOf(auth: AuthContext): Promise<AddressResult[]> {
    await this.sealed.prepare(auth);
    return this.metadata.transaction(auth, async (tx) => {
      const results: AddressResult[] = [];
      for (const row of await tx.query<{ [K in keyof AddressRow]: AddressRow[K] }>(ADDRESSES_TO_HASH)) {
        const values = await this.valuesOf(auth, row);
        if (Array.isArray(values)) await tx.query(STORE_HASHES, [row.address_id, ...values]);
        results.push(Array.isArray(values) ? 'renewed' : values);
      }
      return results;
    });
  }

  private async valuesOf(auth: AuthContext, row: AddressRow): Promise<Buffer[] | 'present' | 'failed'> {
    try {
      const { address_id: id, email_sealed: sealed } = row;
      const email = await this.sealed.open(auth, placeOfAddress(auth, id, 'email_sealed'), sealed);
      const [hash] = this.secrets.hashesOfEmail(email);
      if (hash.equals(row.email_hash)) return 'present';
      const token = await this.tokens.of(auth, row);
      const key = await this.keys.current(auth, 'encryption');
      return [
        hash,
        this.secrets.hashesOfToken(token)[0],
        sealField(key, placeOfAddress(auth, id, 'unsubscribe_sealed'), token),
      ];
    } catch (error) {
      if (error instanceof ValueUnavailableError || error instanceof KeyUnavailableError) return 'failed';
      throw error;
    }
  }
}
