import { Injectable } from '@nestjs/common';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { KeyGoneError, KeyUnavailableError } from '../../../core/privacy/privacy.errors.js';
import { placeIn } from '../../../core/registry/sealed-table.js';
import type { Tenant } from '../../../core/shared/auth-context.js';

/** The address that seals the note of an unlock. */
export const placeOfNote = placeIn('call_pii_unlocks', 'note_encrypted');

/** Notes of unlocks, which may name the caller, in their stored form: sealed (unlocks 1.4). */
@Injectable()
export class SealedNotes {
  constructor(
    private readonly keys: TenantKeys,
    private readonly values: SealedValues,
  ) {}

  /** @throws 503 if a key is unavailable */
  async seal(tenant: Tenant, unlockId: string, note: string | null): Promise<Buffer | null> {
    if (note === null) return null;
    return sealField(await this.keys.current(tenant, 'encryption'), placeOfNote(tenant, unlockId), note);
  }

  /** Null if there is none or it cannot be opened (privacy 3.7). */
  async open(tenant: Tenant, unlockId: string, sealed: Buffer | null): Promise<string | null> {
    if (sealed === null) return null;
    try {
      return await this.values.open(tenant, placeOfNote(tenant, unlockId), sealed);
    } catch (error) {
      if (
        error instanceof ValueUnavailableError ||
        error instanceof KeyUnavailableError ||
        error instanceof KeyGoneError
      )
        return null;
      throw error;
    }
  }
}
