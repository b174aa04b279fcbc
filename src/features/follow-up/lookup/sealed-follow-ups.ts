import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { sealField, type FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { KeyGoneError } from '../../../core/privacy/privacy.errors.js';
import { tagHash } from '../rules/tags.js';
import { NO_CONTENTS, type FollowUpContents } from '../rules/follow-up.policy.js';

/** The address that seals note and tags of a call. */
export const placeOfFollowUp = ({ clientId, dataEnv }: Tenant, callId: string): FieldAddress => ({
  clientId,
  dataEnv,
  table: 'call_follow_ups',
  column: 'contents_encrypted',
  row: callId,
});

/** Note and tags as they are stored: sealed, with a hash of each tag (follow-up 2.4, 2.5). */
@Injectable()
export class SealedFollowUps {
  constructor(
    private readonly keys: TenantKeys,
    private readonly values: SealedValues,
  ) {}

  /** @throws 503 if a key is unavailable */
  async sealer(tenant: Tenant, callId: string): Promise<(contents: FollowUpContents) => SealedFollowUp> {
    const [encryption, matching] = await Promise.all([
      this.keys.current(tenant, 'encryption'),
      this.keys.current(tenant, 'matching'),
    ]);
    return (contents) => ({
      sealed:
        contents.note === null && contents.tags.length === 0
          ? null
          : sealField(encryption, placeOfFollowUp(tenant, callId), JSON.stringify(contents)),
      tagHashes: contents.tags.map((tag) => tagHash(matching, tag)),
    });
  }

  /**
   * @returns null if it can never be opened
   * @throws 503 while its key is unavailable
   */
  async open(tenant: Tenant, callId: string, sealed: Buffer | null): Promise<FollowUpContents | null> {
    if (sealed === null) return NO_CONTENTS;
    try {
      return JSON.parse(
        await this.values.open(tenant, placeOfFollowUp(tenant, callId), sealed),
      ) as FollowUpContents;
    } catch (error) {
      if (error instanceof ValueUnavailableError || error instanceof KeyGoneError) return null;
      throw error;
    }
  }

  async hashOf(tenant: Tenant, tag: string): Promise<Buffer> {
    return tagHash(await this.keys.current(tenant, 'matching'), tag);
  }
}

interface SealedFollowUp {
  readonly sealed: Buffer | null;
  readonly tagHashes: readonly Buffer[];
}
