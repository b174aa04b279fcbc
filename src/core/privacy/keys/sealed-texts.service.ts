import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/auth-context.js';
import { KeyGoneError } from '../privacy.errors.js';
import { sealField, type FieldAddress } from './field-cipher.js';
import { ValueUnavailableError } from './sealed-values.errors.js';
import { SealedValues } from './sealed-values.service.js';
import { TenantKeys } from './tenant-keys.js';

/** Texts in their stored form: sealed (privacy 6.1). A lost text does not hide the others. */
@Injectable()
export class SealedTexts {
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
