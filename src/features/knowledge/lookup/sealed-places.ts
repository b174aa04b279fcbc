import type { FieldAddress } from '../../../core/registry/sealed-table.js';
import type { Tenant } from '../../../core/shared/auth-context.js';

const ofSource =
  (column: string) =>
  ({ clientId, dataEnv }: Tenant, sourceId: string): FieldAddress => ({
    clientId,
    dataEnv,
    table: 'knowledge_sources',
    column,
    row: sourceId,
  });

export const placeOfTitle = ofSource('title_encrypted');
export const placeOfUrl = ofSource('url_encrypted');

/** A passage by its source, content and ordinal. */
export interface BlockKey {
  readonly source_id: string;
  readonly content_hash: string;
  readonly ordinal: number | string;
}

const ofBlock =
  (column: string) =>
  (
    { clientId, dataEnv }: Tenant,
    { source_id: id, content_hash: hash, ordinal }: BlockKey,
  ): FieldAddress => ({
    clientId,
    dataEnv,
    table: 'knowledge_source_blocks',
    column,
    row: `${id}/${hash}/${ordinal}`,
  });

export const placeOfHeading = ofBlock('heading_encrypted');
export const placeOfBlock = ofBlock('text_encrypted');
