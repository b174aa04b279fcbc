import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

/** The personal data that the client lets its roles see. */
@ContributesToExport()
export class PrivacySettingsExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'privacy_policy',
      section: 'settings',
      store: 'metadata',
      about: 'Whether a role may see a kind of personal data, or unlock it for a call.',
      columns: namesIn('role kind allowed unlockable updated_by updated_at'),
      from: `FROM pii_policies WHERE client_id = $1 AND data_env = $2 ORDER BY role, kind`,
    }),
    storedRows({
      name: 'privacy_settings',
      section: 'settings',
      store: 'metadata',
      about: 'Whether summaries need permission, and whether mails may quote comments of tickets.',
      columns: namesIn('strict_summaries quotes_in_mails updated_by updated_at'),
      from: `FROM pii_settings WHERE client_id = $1 AND data_env = $2`,
    }),
    storedRows({
      name: 'governance',
      section: 'settings',
      store: 'metadata',
      about: 'How recordings and transcripts may be used, and how long transcripts are kept.',
      columns: namesIn('audio_retention secondary_reuse transcript_retention_days updated_by updated_at'),
      from: `FROM tenant_governance WHERE client_id = $1 AND data_env = $2`,
    }),
  ];
}
