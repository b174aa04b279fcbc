import { defineFeature } from '../../core/registry/feature.js';
import { CHECK_DOMAINS } from './domains/check-domains.job.js';
import { SingleSignOn1766000000580 } from './migrations/1766000000580-single-sign-on.js';
import { SsoSignIns1766000000581 } from './migrations/1766000000581-sso-sign-ins.js';
import { CertificatesEnd1766000000661 } from './migrations/1766000000661-certificates-end.js';
import { LinkEnds1766000000666 } from './migrations/1766000000666-link-ends.js';
import { SSO_ACTIONS } from './single-sign-on.audit.js';
import {
  SsoConnectionEntity,
  SsoDomainEntity,
  SsoIdentityEntity,
  SsoSignInEntity,
} from './single-sign-on.entities.js';
import { SingleSignOnModule } from './single-sign-on.module.js';
import { SEALED_CONNECTIONS } from './single-sign-on.sealed.js';

export const feature = defineFeature({
  folder: 'features/single-sign-on',
  module: SingleSignOnModule,
  entities: { metadata: [SsoConnectionEntity, SsoDomainEntity, SsoIdentityEntity, SsoSignInEntity] },
  // People with a role of the customer may sign in for clients that are not suspended.
  uses: {
    portal_users: 'reads',
    portal_user_client_assignments: 'reads',
    clients: 'reads',
    // Its routes decide what core enforces.
    tenant_required_connections: 'writes',
    // A preview counts the keys, and the people who cannot sign in through a connection.
    api_keys: 'reads',
    directory_users: 'reads',
  },
  sealed: { metadata: [SEALED_CONNECTIONS] },
  migrations: {
    metadata: [
      SingleSignOn1766000000580,
      SsoSignIns1766000000581,
      CertificatesEnd1766000000661,
      LinkEnds1766000000666,
    ],
  },
  actions: SSO_ACTIONS,
  jobs: [CHECK_DOMAINS],
  tags: [
    {
      name: 'Single sign-on',
      description: "Signing in with a client's own directory.",
      order: 73,
    },
  ],
});
