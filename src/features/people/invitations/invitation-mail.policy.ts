import type { PortalRole } from '../../../core/shared/roles.js';
import { nameInMail } from '../../../core/mail/name-in-mail.policy.js';
import { roleInMail } from '../../../core/mail/role-in-mail.policy.js';

export interface InvitationMailFacts {
  readonly role: PortalRole;
  readonly inviterName: string;
  readonly businessName: string;
  readonly link: string;
  readonly expiresAt: Date;
}

export function invitationMailText(facts: InvitationMailFacts): { subject: string; text: string } {
  const business = nameInMail(facts.businessName);
  const until = `${facts.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const lines = [
    `${nameInMail(facts.inviterName)} invites you to the telephony portal of ${business} (role: ${roleInMail(facts.role, 'en')}).`,
    '',
    'To accept, open this link and sign in:',
    facts.link,
    '',
    `The link works once, for one person, until ${until}. Do not pass it on.`,
    'If you did not expect this invitation, ignore this email.',
  ];
  return { subject: `Invitation to the telephony portal of ${business}`, text: `${lines.join('\n')}\n` };
}

/** The link to accept. The token follows #, which browsers do not send to any server. */
export const invitationLink = (portalUrl: string, token: string): string =>
  new URL(`/invitations#${token}`, portalUrl).href;
