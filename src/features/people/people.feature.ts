import { defineFeature } from '../../core/registry/feature.js';
import { MAIL_INVITATION } from './invitations/invitation-mails.js';
import { People1766000000251 } from './migrations/1766000000251-people.js';
import { RoleEndings1766000000301 } from './migrations/1766000000301-role-endings.js';
import { ProvisionedPeople1766000000601 } from './migrations/1766000000601-provisioned-people.js';
import { PEOPLE_ACTIONS } from './people.audit.js';
import { PersonInvitationEntity } from './people.entities.js';
import { PEOPLE_ERRORS } from './people.errors.js';
import { PeopleModule } from './people.module.js';
import { SEALED_INVITATIONS } from './people.sealed.js';

export const feature = defineFeature({
  folder: 'features/people',
  module: PeopleModule,
  entities: { metadata: [PersonInvitationEntity] },
  sealed: { metadata: [SEALED_INVITATIONS] },
  migrations: { metadata: [People1766000000251, RoleEndings1766000000301, ProvisionedPeople1766000000601] },
  uses: {
    // Core reads at each request what a person may do; these routes change it.
    portal_user_client_assignments: 'writes',
    portal_users: 'writes',
    partner_organisation_members: 'writes',
    // Whether the inviter may still invite, and from which networks the client may be used.
    partner_organisations: 'reads',
    partner_client_ownerships: 'reads',
    tenant_ip_allowlist: 'reads',
    // They end with a role.
    project_assignments: 'writes',
    // The name of the client, for the mail.
    clients: 'reads',
    // The actor of a change may be a key.
    api_keys: 'reads',
  },
  errors: [PEOPLE_ERRORS],
  actions: PEOPLE_ACTIONS,
  jobs: [MAIL_INVITATION],
  tags: [
    {
      name: 'People',
      description:
        'The people who work with a client: roles, invitations by email, and the end of both. For ' +
        'signed-in people; a key gets 404.',
      order: 65,
    },
  ],
});
