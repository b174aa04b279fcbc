import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../core/kernel/auth-context.js';
import { openField, sealedKeyId } from '../../../core/privacy/field-cipher.js';
import type { FieldAddress } from '../../../core/privacy/field-cipher.js';
import { DecryptionError } from '../../../core/privacy/privacy.errors.js';
import { TenantKeys } from '../../../core/privacy/tenant-keys.js';
import { ValueUnavailableError } from './sealed-values.errors.js';

/** Opens what a project keeps sealed. */
@Injectable()
export class SealedValues {
  constructor(private readonly keys: TenantKeys) {}

  /** @throws ValueUnavailableError when it does not open, KeyUnavailableError; both are 503 */
  async open(tenant: Tenant, place: FieldAddress, sealed: Buffer): Promise<string> {
    try {
      return openField(await this.keys.byId(tenant, 'encryption', sealedKeyId(sealed)), place, sealed);
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error;
      throw new ValueUnavailableError('does_not_open', error);
    }
  }
}
