import { sealedBytes, type SealedTable } from '../../core/registry/sealed-table.js';
import { profileSealContext, profileTenant } from './rules/profile-seal.js';

const profile = (column: string) => ({
  [column]: sealedBytes(({ clientId }) => profileSealContext(clientId, column)),
});

export const SEALED_PROFILES: SealedTable = {
  table: 'partner_client_profiles',
  key: [],
  onlyIn: profileTenant('').dataEnv,
  columns: {
    ...profile('contact_name_encrypted'),
    ...profile('business_email_encrypted'),
    ...profile('engagement_notes_encrypted'),
  },
};
