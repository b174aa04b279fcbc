import type { FieldAddress } from '../../../core/registry/sealed-table.js';
import type { Tenant } from '../../../core/shared/auth-context.js';

const placeIn =
  (table: string, column: string) =>
  ({ clientId, dataEnv }: Tenant, ...key: readonly (string | number)[]): FieldAddress => ({
    clientId,
    dataEnv,
    table,
    column,
    row: key.join('/'),
  });

/** The address that seals the title of a source in a build: build and source. */
export const placeOfBuiltTitle = placeIn('knowledge_build_sources', 'title_encrypted');

/** The address that seals a chunk: content key and ordinal. */
export const placeOfChunk = placeIn('knowledge_chunks', 'text_encrypted');

/** The address that seals a missing word: its hash in hex, which is keyed. */
export const placeOfGap = placeIn('knowledge_gaps', 'word_encrypted');
