import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { placeOfBuiltTitle, placeOfChunk, placeOfGap } from './lookup/sealed-places.js';

export const SEALED_BUILD_SOURCES: SealedTable = {
  table: 'knowledge_build_sources',
  key: ['build_id', 'source_id'],
  columns: {
    title_encrypted: sealedBytes((tenant, row) =>
      placeOfBuiltTitle(tenant, row['build_id']!, row['source_id']!),
    ),
  },
};

export const SEALED_CHUNKS: SealedTable = {
  table: 'knowledge_chunks',
  key: ['content_key', 'ordinal'],
  columns: {
    text_encrypted: sealedBytes((tenant, row) => placeOfChunk(tenant, row['content_key']!, row['ordinal']!)),
  },
};

export const SEALED_GAPS: SealedTable = {
  table: 'knowledge_gaps',
  key: ['project_id', 'hour', 'word_hash'],
  columns: {
    word_encrypted: sealedBytes((tenant, row) => placeOfGap(tenant, row['word_hash']!.replace('\\x', ''))),
  },
};
