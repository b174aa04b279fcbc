import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { placeOfSecret, placeOfTest } from './lookup/connection-rows.js';

const secret = sealedBytes((tenant, { connection_id }) => placeOfSecret(tenant, connection_id!));

export const SEALED_CONNECTIONS: SealedTable = {
  table: 'sso_connections',
  key: ['connection_id'],
  columns: {
    secret_encrypted: secret,
    serving_secret_encrypted: secret,
    test_encrypted: sealedBytes((tenant, { connection_id }) => placeOfTest(tenant, connection_id!)),
  },
};
