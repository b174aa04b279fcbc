import { auditActions } from '../../core/shared/audit-event.js';

export const CAMPAIGN_ACTIONS = auditActions({
  created: 'outbound_campaign.created',
  updated: 'outbound_campaign.updated',
  contactsImported: 'outbound_campaign.contacts_imported',
  washRecorded: 'outbound_campaign.registry_wash_recorded',
  washResultsRecorded: 'outbound_campaign.registry_wash_results_recorded',
  suppressionAdded: 'outbound_campaign.suppression_added',
  suppressionRemoved: 'outbound_campaign.suppression_removed',
  validated: 'outbound_campaign.validated',
  callRequested: 'outbound_dispatch.requested',
  settingsSaved: 'outbound_settings.saved',
  statusChanged: 'outbound_campaign.status_changed',
});
