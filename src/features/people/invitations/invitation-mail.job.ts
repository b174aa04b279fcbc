import { Inject } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import { systemContext } from '../../../core/shared/auth-context.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import { Mailer } from '../../../core/mail/mailer.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { placeOfInvitation } from '../lookup/person-rows.js';
import { PEOPLE_ACTIONS } from '../people.audit.js';
import { invitationLink, invitationMailText } from './invitation-mail.policy.js';
import { MAIL_INVITATION, type InvitationMail, type SealedMail } from './invitation-mails.js';
import { INVITATION_TO_MAIL, SETTLE_INVITATION_MAIL } from './invitations.queries.js';

interface Row {
  readonly role: PortalRole;
  readonly email_sealed: Buffer;
  readonly mail_sealed: Buffer;
  readonly expires_at: Date;
}

/**
 * Sends an invitation (people 3.5). If a worker dies after sending, it is sent again with the same
 * token and Message-ID, so receivers show it once.
 */
@HandlesJob()
export class InvitationMailJob implements JobHandler<InvitationMail> {
  readonly kind = MAIL_INVITATION;
  private readonly portalUrl: string;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedValues,
    private readonly mailer: Mailer,
  ) {
    this.portalUrl = settings.portal.url;
  }

  async handle(mail: InvitationMail): Promise<void> {
    const [row] = await this.metadata.read(mail, (db) => db.query<Row>(INVITATION_TO_MAIL, keyOf(mail)));
    // Already sent, sent again with another token, or ended.
    if (row === undefined) return;
    const { invitationId: id } = mail;
    const email = await this.sealed.open(mail, placeOfInvitation(mail, id, 'email_sealed'), row.email_sealed);
    const opened = await this.sealed.open(mail, placeOfInvitation(mail, id, 'mail_sealed'), row.mail_sealed);
    const { token, inviterName, businessName } = JSON.parse(opened) as SealedMail;
    await this.mailer.send({
      name: `invitation.${id}.${mail.sends}`,
      to: [email],
      ...invitationMailText({
        role: row.role,
        inviterName,
        businessName,
        link: invitationLink(this.portalUrl, token),
        expiresAt: row.expires_at,
      }),
    });
    await this.settle(mail, 'sent');
  }

  giveUp(mail: InvitationMail): Promise<void> {
    return this.settle(mail, 'failed');
  }

  private settle(mail: InvitationMail, status: 'sent' | 'failed'): Promise<void> {
    return this.metadata.transaction(systemContext(mail, 'worker'), async (tx) => {
      const [settled] = await tx.query(SETTLE_INVITATION_MAIL, [...keyOf(mail), status]);
      if (!settled) return;
      await tx.audit({
        action: status === 'sent' ? PEOPLE_ACTIONS.invitationMailed : PEOPLE_ACTIONS.invitationMailFailed,
        outcome: status === 'sent' ? 'success' : 'failed',
        metadata: { invitation_id: mail.invitationId, sends: mail.sends },
      });
    });
  }
}

const keyOf = ({ invitationId, sends }: InvitationMail) => [invitationId, sends];
