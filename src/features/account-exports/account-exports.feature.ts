import { defineFeature } from '../../core/registry/feature.js';
import { ACCOUNT_EXPORT_ACTIONS } from './account-exports.audit.js';
import { AccountExportEntity } from './account-exports.entities.js';
import { ACCOUNT_EXPORT_ERRORS } from './account-exports.errors.js';
import { AccountExportsModule } from './account-exports.module.js';
import { DELETE_EXPORT, WRITE_EXPORT } from './lookup/write-exports.js';
import { AccountExports1766000000420 } from './migrations/1766000000420-account-exports.js';
import { ExportsOfSignIn1766000000662 } from './migrations/1766000000662-exports-of-sign-in.js';
import { SEALED_EXPORTS } from './account-exports.sealed.js';

export const feature = defineFeature({
  folder: 'features/account-exports',
  module: AccountExportsModule,
  entities: { metadata: [AccountExportEntity] },
  sealed: { metadata: [SEALED_EXPORTS] },
  migrations: { metadata: [AccountExports1766000000420, ExportsOfSignIn1766000000662] },
  // The audit trail spans all features, so no feature owns it.
  uses: { audit_events: 'reads' },
  errors: [ACCOUNT_EXPORT_ERRORS],
  actions: ACCOUNT_EXPORT_ACTIONS,
  jobs: [WRITE_EXPORT, DELETE_EXPORT],
  tags: [
    {
      name: 'Account exports',
      description:
        'All data of a client in one file. For signed-in administrators of the customer; a key gets 404.',
      order: 79,
    },
  ],
});
