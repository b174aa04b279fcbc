import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { placeOfUser } from './rules/sealed-places.js';

export const SEALED_USERS: SealedTable = {
  table: 'directory_users',
  key: ['user_id'],
  columns: { attributes_sealed: sealedBytes((tenant, { user_id }) => placeOfUser(tenant, user_id!)) },
};
