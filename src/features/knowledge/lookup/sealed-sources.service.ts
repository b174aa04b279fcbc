import { Injectable } from '@nestjs/common';
import { sealField, type FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { KeyGoneError } from '../../../core/privacy/privacy.errors.js';
import type { Tenant } from '../../../core/shared/auth-context.js';

/** Titles, addresses and texts of sources as they are stored: sealed (knowledge 2.7). */
@Injectable()
export class SealedSources {
  constructor(
    private readonly keys: TenantKeys,
    private readonly values: SealedValues,
  ) {}

  /** @throws 503 if the key is unavailable */
  async sealer(tenant: Tenant): Promise<(place: FieldAddress, text: string) => Buffer> {
    const key = await this.keys.current(tenant, 'encryption');
    return (place, text) => sealField(key, place, text);
  }

  /**
   * Null if there is none, or it can never be opened.
   * @throws 503 while its key is unavailable
   */
  async open(tenant: Tenant, place: FieldAddress, sealed: Buffer | null): Promise<string | null> {
    if (sealed === null) return null;
    try {
      return await this.values.open(tenant, place, sealed);
    } catch (error) {
      if (error instanceof ValueUnavailableError || error instanceof KeyGoneError) return null;
      throw error;
    }
  }
}
