import { sealedText, type FieldAddress, type RowText, type SealedTable } from '../registry/sealed-table.js';
import type { Tenant } from '../shared/auth-context.js';
import { placeOfAnswer } from './stored-response.js';

const place = (tenant: Tenant, row: RowText): FieldAddress =>
  placeOfAnswer({
    ...tenant,
    operation: row['operation']!,
    // PostgreSQL writes bytes as \x and hexadecimal digits.
    keyHash: Buffer.from(row['key_hash']!.slice(2), 'hex'),
    actor: row['actor']!,
  });

const sealedAnswers = (table: string): SealedTable => ({
  table,
  key: ['operation', 'key_hash', 'actor'],
  columns: { response_body: sealedText(place) },
});

/** Stored answers: a tenant's store keeps one until it is carried over. */
export const SEALED_ANSWERS = {
  metadata: [sealedAnswers('idempotency_records')],
  tenant: [sealedAnswers('idempotency_effects')],
} as const;
