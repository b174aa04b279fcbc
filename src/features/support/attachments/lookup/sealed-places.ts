import { placeIn } from '../../../../core/registry/sealed-table.js';

export const placeOfFileName = placeIn('support_attachments', 'file_name_encrypted');
export const placeOfFileKey = placeIn('support_attachments', 'file_key_encrypted');
