import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of sessions (portal-sessions 7.1). */
export const PORTAL_ACTIONS = auditActions({
  signedIn: 'portal_session.signed_in',
  signInRefused: 'portal_session.sign_in_refused',
  signedOut: 'portal_session.signed_out',
  revoked: 'portal_session.revoked',
  othersRevoked: 'portal_session.others_revoked',
});
