import { defineFeature } from '../../core/registry/feature.js';
import { PortalSessions1766000000240 } from './migrations/1766000000240-portal-sessions.js';
import { SessionsOfRoles1766000000303 } from './migrations/1766000000303-sessions-of-roles.js';
import { PortalProfiles1766000000365 } from './migrations/1766000000365-portal-profiles.js';
import { SignInPlaces1766000000491 } from './migrations/1766000000491-sign-in-places.js';
import { SignInProofs1766000000561 } from './migrations/1766000000561-sign-in-proofs.js';
import { ProofsOfSessions1766000000664 } from './migrations/1766000000664-proofs-of-sessions.js';
import { PORTAL_ACTIONS } from './portal.audit.js';
import {
  PortalProfileEntity,
  PortalSessionEntity,
  PortalSignInEntity,
  SignInPlaceEntity,
} from './portal.entities.js';
import { PORTAL_ERRORS } from './portal.errors.js';
import { PortalModule } from './portal.module.js';
import { PORTAL_SETTINGS } from './portal.settings.js';

export const feature = defineFeature({
  folder: 'features/portal',
  module: PortalModule,
  entities: { metadata: [PortalSessionEntity, PortalSignInEntity, PortalProfileEntity, SignInPlaceEntity] },
  // The lookup of a session's person comes before the tenant is known; an inactive person has no
  // session.
  uses: {
    portal_users: 'reads',
    clients: 'reads',
    portal_user_client_assignments: 'reads',
    audit_events: 'writes',
  },
  migrations: {
    metadata: [
      PortalSessions1766000000240,
      SessionsOfRoles1766000000303,
      PortalProfiles1766000000365,
      SignInPlaces1766000000491,
      SignInProofs1766000000561,
      ProofsOfSessions1766000000664,
    ],
  },
  settings: { service: PORTAL_SETTINGS },
  errors: [PORTAL_ERRORS],
  actions: PORTAL_ACTIONS,
  tags: [
    {
      name: 'Portal sessions',
      description: 'Signing in with a browser, and the sessions of the person who is signed in.',
      order: 74,
    },
  ],
});
