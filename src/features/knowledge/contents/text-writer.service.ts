import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { mapCooperatively } from '../../../core/shared/cooperative.js';
import { placeOfBlock, placeOfHeading } from '../lookup/sealed-places.js';
import { ADD_BLOCKS } from './contents.queries.js';
import type { ParsedBlock } from './parse-process.js';

// About 400 KB of text per statement.
const BATCH = 100;

/**
 * Stores the passages of a text, sealed. No build contains them before their source names their
 * hash.
 */
@Injectable()
export class TextWriter {
  constructor(
    private readonly stores: TenantStores,
    private readonly sealed: SealedTexts,
  ) {}

  /**
   * May be repeated after an interruption.
   * @throws 503
   */
  async write(
    auth: AuthContext,
    sourceId: string,
    contentHash: string,
    blocks: readonly ParsedBlock[],
  ): Promise<void> {
    const seal = await this.sealed.sealer(auth);
    for (let from = 0; from < blocks.length; from += BATCH) {
      const batch = blocks.slice(from, from + BATCH);
      const sealed = await mapCooperatively(batch, ({ heading, text }, at) => {
        const key = { source_id: sourceId, content_hash: contentHash, ordinal: from + at };
        return {
          ordinal: key.ordinal,
          heading: heading === null ? null : seal(placeOfHeading(auth, key), heading),
          text: seal(placeOfBlock(auth, key), text),
        };
      });
      const values = [
        sealed.map(({ ordinal }) => ordinal),
        sealed.map(({ heading }) => heading),
        batch.map(({ page }) => page),
        batch.map(({ place }) => place),
        sealed.map(({ text }) => text),
      ];
      await this.stores.transaction(auth, (tx) => tx.query(ADD_BLOCKS, [sourceId, contentHash, ...values]));
    }
  }
}
