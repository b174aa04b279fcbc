import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { addressOf, type SealedContents } from './contents/sealed-contents.js';

const content = (column: keyof SealedContents) => ({
  [column]: sealedBytes((tenant, { call_id }) => addressOf(tenant, call_id!, column)),
});

export const SEALED_CALLS: SealedTable = {
  table: 'call_contents',
  key: ['call_id', 'started_at_utc'],
  columns: {
    ...content('caller_number_encrypted'),
    ...content('caller_name_encrypted'),
    ...content('transfer_encrypted'),
    ...content('summary_encrypted'),
    ...content('transcript_encrypted'),
    ...content('redacted_transcript_encrypted'),
  },
};
