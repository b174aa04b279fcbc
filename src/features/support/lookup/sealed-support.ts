import { Injectable } from '@nestjs/common';
import { sealField, type FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { KeyGoneError } from '../../../core/privacy/privacy.errors.js';
import type { Tenant } from '../../../core/shared/auth-context.js';

/** The address that seals the subject of a ticket. */
export const placeOfSubject = ({ clientId, dataEnv }: Tenant, ticketId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'support_tickets',
  column: 'subject_encrypted',
  row: ticketId,
});

/** The address that seals the text of a comment. */
export const placeOfComment = ({ clientId, dataEnv }: Tenant, commentId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'support_comments',
  column: 'text_encrypted',
  row: commentId,
});

/** Subjects and comments as they are stored: sealed (support 4.1). */
@Injectable()
export class SealedSupport {
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
