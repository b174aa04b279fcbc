import { sealedBytes, sealedDocument, type SealedTable } from '../../core/registry/sealed-table.js';
import { complianceSealContext } from './detail/compliance-seal.js';
import { contactSealContext, type SealedColumn } from './rules/contact-seal.js';

const ofContact = (column: SealedColumn) => ({
  [column]: sealedBytes((tenant, { contact_id }) => contactSealContext(tenant, contact_id!, column)),
});

export const SEALED_CAMPAIGNS: readonly SealedTable[] = [
  {
    table: 'campaigns',
    key: ['campaign_id'],
    columns: {
      compliance: sealedDocument((tenant, { campaign_id }) => complianceSealContext(tenant, campaign_id!)),
    },
  },
  {
    table: 'campaign_contacts',
    key: ['campaign_id', 'contact_id'],
    columns: {
      ...ofContact('phone_encrypted'),
      ...ofContact('consent_evidence_encrypted'),
      ...ofContact('personalization_encrypted'),
    },
  },
];
