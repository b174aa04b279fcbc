import { defineFeature } from '../../core/registry/feature.js';
import { DIRECTORY_ACTIONS } from './directory.audit.js';
import { DIRECTORY_ERRORS } from './directory.errors.js';
import { DirectoryModule } from './directory.module.js';
import { SEALED_USERS } from './directory.sealed.js';
import { Directory1766000000600 } from './migrations/1766000000600-directory.js';

export const feature = defineFeature({
  folder: 'features/directory',
  module: DirectoryModule,
  tables: {
    metadata: [
      'directory_settings',
      'directory_tokens',
      'directory_users',
      'directory_groups',
      'directory_members',
      'directory_events',
    ],
  },
  sealed: { metadata: [SEALED_USERS] },
  migrations: { metadata: [Directory1766000000600] },
  // A token is looked up together with what its client permits.
  uses: { clients: 'reads', tenant_ip_allowlist: 'reads' },
  errors: [DIRECTORY_ERRORS],
  actions: DIRECTORY_ACTIONS,
  tags: [
    {
      name: 'Directory',
      description:
        "The company directory of a client, which provisions people and their roles by SCIM 2.0. SCIM's own " +
        'routes are below `/v1/security/scim/v2`.',
      order: 72,
    },
  ],
});
