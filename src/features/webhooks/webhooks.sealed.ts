import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { placeOfSecret } from './lookup/webhook-secrets.service.js';

const secret = sealedBytes((tenant, { webhook_id }) => placeOfSecret(tenant, webhook_id!));

export const SEALED_WEBHOOKS: SealedTable = {
  table: 'webhook_endpoints',
  key: ['webhook_id'],
  columns: { secret_encrypted: secret, previous_secret_encrypted: secret },
};
