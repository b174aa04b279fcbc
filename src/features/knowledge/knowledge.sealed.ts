import { keyOfFile, sealedBytes, type RowText, type SealedTable } from '../../core/registry/sealed-table.js';
import {
  placeOfBlock,
  placeOfHeading,
  placeOfText,
  placeOfTitle,
  placeOfUrl,
  type BlockKey,
} from './lookup/sealed-places.js';

/** An upload waits for minutes until it is read and deleted, so its key is kept for that time. */
export const SEALED_SOURCES: SealedTable = {
  table: 'knowledge_sources',
  key: ['source_id'],
  columns: {
    title_encrypted: sealedBytes((tenant, { source_id }) => placeOfTitle(tenant, source_id!)),
    url_encrypted: sealedBytes((tenant, { source_id }) => placeOfUrl(tenant, source_id!)),
    text_encrypted: sealedBytes((tenant, { source_id }) => placeOfText(tenant, source_id!)),
    upload_key_id: keyOfFile('upload_key_id = ANY($3)'),
  },
};

const keyOf = ({ source_id, content_hash, ordinal }: RowText): BlockKey => ({
  source_id: source_id!,
  content_hash: content_hash!,
  ordinal: ordinal!,
});

export const SEALED_SOURCE_BLOCKS: SealedTable = {
  table: 'knowledge_source_blocks',
  key: ['source_id', 'content_hash', 'ordinal'],
  columns: {
    heading_encrypted: sealedBytes((tenant, row) => placeOfHeading(tenant, keyOf(row))),
    text_encrypted: sealedBytes((tenant, row) => placeOfBlock(tenant, keyOf(row))),
  },
};
