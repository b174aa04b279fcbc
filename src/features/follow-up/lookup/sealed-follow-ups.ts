import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { placeIn } from '../../../core/registry/sealed-table.js';
import { tagHash } from '../rules/tags.js';
import { NO_CONTENTS, type FollowUpContents } from '../rules/follow-up.policy.js';

/** The address that seals note and tags of a call. */
export const placeOfFollowUp = placeIn('call_follow_ups', 'contents_encrypted');

/** Note and tags as they are stored: sealed, with a hash of each tag (follow-up 2.4, 2.5). */
@Injectable()
export class SealedFollowUps {
  constructor(
    private readonly keys: TenantKeys,
    private readonly texts: SealedTexts,
  ) {}

  /** @throws 503 if a key is unavailable */
  async sealer(tenant: Tenant, callId: string): Promise<(contents: FollowUpContents) => SealedFollowUp> {
    const [seal, matching] = await Promise.all([
      this.texts.sealer(tenant),
      this.keys.current(tenant, 'matching'),
    ]);
    return (contents) => ({
      sealed:
        contents.note === null && contents.tags.length === 0
          ? null
          : seal(placeOfFollowUp(tenant, callId), JSON.stringify(contents)),
      tagHashes: contents.tags.map((tag) => tagHash(matching, tag)),
    });
  }

  /**
   * @returns null if it can never be opened
   * @throws 503 while its key is unavailable
   */
  async open(tenant: Tenant, callId: string, sealed: Buffer | null): Promise<FollowUpContents | null> {
    if (sealed === null) return NO_CONTENTS;
    const opened = await this.texts.open(tenant, placeOfFollowUp(tenant, callId), sealed);
    return opened === null ? null : (JSON.parse(opened) as FollowUpContents);
  }

  async hashOf(tenant: Tenant, tag: string): Promise<Buffer> {
    return tagHash(await this.keys.current(tenant, 'matching'), tag);
  }
}

interface SealedFollowUp {
  readonly sealed: Buffer | null;
  readonly tagHashes: readonly Buffer[];
}
