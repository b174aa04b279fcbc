import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { mayEnterBuild } from '../rules/findings.policy.js';
import { placeOfBlock, placeOfHeading, placeOfTitle } from './sealed-places.js';
import { BLOCKS, HAS_BLOCKS, SOURCES, type BlockRow, type SourceRow } from './sources.queries.js';

/** A source that a build can include. */
export interface ReadySource {
  readonly sourceId: string;
  /** Identifies its text: equal texts of a source have the same hash. */
  readonly contentHash: string;
  readonly language: string;
  readonly title: string;
}

/** A passage of a text: what is below one heading, on one page. */
export interface TextBlock {
  /** The headings above it, outermost first, joined by ` > `. */
  readonly heading: string | null;
  readonly page: number | null;
  /** Its first character's position in the source's text. */
  readonly place: number;
  readonly text: string;
}

// About 400 KB of text.
const BATCH = 100;

/** The texts of a project's sources, for builds. */
@Injectable()
export class SourceTexts {
  constructor(
    private readonly stores: TenantStores,
    private readonly sealed: SealedTexts,
  ) {}

  /** The sources that may enter a build, oldest first (knowledge 2.6). @throws 503 */
  async ready(auth: AuthContext, projectId: string): Promise<readonly ReadySource[]> {
    const rows = await this.stores.read<SourceRow>(auth, { ...SOURCES, values: [projectId] });
    const ready = rows.filter(({ content_hash: hash, findings }) => mayEnterBuild(hash, findings));
    return Promise.all(
      ready.map(async ({ source_id: sourceId, content_hash: hash, language, title_encrypted: title }) => ({
        sourceId,
        contentHash: hash!,
        language,
        title: (await this.sealed.open(auth, placeOfTitle(auth, sourceId), title)) ?? '',
      })),
    );
  }

  /**
   * The passages of a text in order, a batch at a time; none if the source is deleted, or its text
   * is older than the one before the present one. A passage that can never be opened is left out.
   * If the text is deleted meanwhile, they end early: `has` tells.
   * @throws 503
   */
  async *blocksOf(auth: AuthContext, sourceId: string, contentHash: string): AsyncGenerator<TextBlock> {
    for (let from = 0; ;) {
      const values = [sourceId, contentHash, from, BATCH];
      const rows = await this.stores.read<BlockRow>(auth, { ...BLOCKS, values });
      for (const { ordinal, heading_encrypted: heading, page, place, text_encrypted: sealed } of rows) {
        const key = { source_id: sourceId, content_hash: contentHash, ordinal };
        const text = await this.sealed.open(auth, placeOfBlock(auth, key), sealed);
        if (text === null) continue;
        yield {
          heading: await this.sealed.open(auth, placeOfHeading(auth, key), heading),
          page,
          place,
          text,
        };
      }
      if (rows.length < BATCH) return;
      from = rows.at(-1)!.ordinal + 1;
    }
  }

  /** Whether a text still exists, and therefore whether all of its passages were read. */
  async has(auth: AuthContext, sourceId: string, contentHash: string): Promise<boolean> {
    return (await this.stores.read(auth, { ...HAS_BLOCKS, values: [sourceId, contentHash] })).length > 0;
  }
}
