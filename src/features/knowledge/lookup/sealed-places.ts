import { placeIn, type FieldAddress } from '../../../core/registry/sealed-table.js';
import type { Tenant } from '../../../core/shared/auth-context.js';

export const placeOfTitle = placeIn('knowledge_sources', 'title_encrypted');
export const placeOfUrl = placeIn('knowledge_sources', 'url_encrypted');
export const placeOfText = placeIn('knowledge_sources', 'text_encrypted');

/** A passage by its source, content and ordinal. */
export interface BlockKey {
  readonly source_id: string;
  readonly content_hash: string;
  readonly ordinal: number | string;
}

const ofBlock = (column: string) => {
  const placeOf = placeIn<[string, string, number | string]>('knowledge_source_blocks', column);
  return (tenant: Tenant, { source_id: id, content_hash: hash, ordinal }: BlockKey): FieldAddress =>
    placeOf(tenant, id, hash, ordinal);
};

export const placeOfHeading = ofBlock('heading_encrypted');
export const placeOfBlock = ofBlock('text_encrypted');

export const placeOfBuiltTitle = placeIn<[buildId: string, sourceId: string]>(
  'knowledge_build_sources',
  'title_encrypted',
);

export const placeOfChunk = placeIn<[contentKey: string, ordinal: number | string]>(
  'knowledge_chunks',
  'text_encrypted',
);

/** The seal context of a missing word, by its keyed hash in hex. */
export const placeOfGap = placeIn<[hash: string]>('knowledge_gaps', 'word_encrypted');
