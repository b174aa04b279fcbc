import type { FieldAddress } from '../../../../core/registry/sealed-table.js';
import type { Tenant } from '../../../../core/shared/auth-context.js';

const placeOf =
  (column: string) =>
  ({ clientId, dataEnv }: Tenant, attachmentId: string): FieldAddress => ({
    clientId,
    dataEnv,
    table: 'support_attachments',
    column,
    row: attachmentId,
  });

export const placeOfFileName = placeOf('file_name_encrypted');
export const placeOfFileKey = placeOf('file_key_encrypted');
