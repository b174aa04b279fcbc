import { Inject } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Mailer } from '../../../core/mail/mailer.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { systemContext } from '../../../core/shared/auth-context.js';
import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import { EMAIL_ROUTING_ACTIONS } from '../email-routing.audit.js';
import { placeOfAddress } from '../lookup/address-rows.js';
import { UnsubscribeTokens, type UnsubscribeRow } from '../lookup/unsubscribe-tokens.service.js';
import type { MailLanguage } from '../rules/address-words.js';
import { confirmLink, leaveLink } from '../rules/mail-links.policy.js';
import { verificationMail } from './verification-mail.policy.js';
import { MAIL_VERIFICATION, type SealedMail, type VerificationMail } from '../lookup/verification-mails.js';
import { SETTLE_VERIFICATION, VERIFICATION_TO_MAIL } from './verification.queries.js';

interface Row extends UnsubscribeRow {
  readonly email_sealed: Buffer;
  readonly mail_sealed: Buffer;
  readonly language: MailLanguage;
  readonly token_expires_at: Date;
}

/**
 * Asks the owner of an address for confirmation (email-routing 3.2). If a worker dies after
 * sending, it is sent again with the same token and Message-ID, so receivers show it once.
 */
@HandlesJob()
export class VerificationMailJob implements JobHandler<VerificationMail> {
  readonly kind = MAIL_VERIFICATION;
  private readonly base: string;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedValues,
    private readonly tokens: UnsubscribeTokens,
    private readonly mailer: Mailer,
  ) {
    this.base = settings.portal.url;
  }

  async handle(mail: VerificationMail): Promise<void> {
    const [row] = await this.metadata.read(mail, (db) =>
      db.query<{ [K in keyof Row]: Row[K] }>(VERIFICATION_TO_MAIL, keyOf(mail)),
    );
    // Already sent, requested again with another token, or deleted.
    if (row === undefined) return;
    const { addressId: id } = mail;
    const email = await this.sealed.open(mail, placeOfAddress(mail, id, 'email_sealed'), row.email_sealed);
    const opened = await this.sealed.open(mail, placeOfAddress(mail, id, 'mail_sealed'), row.mail_sealed);
    const { token, businessName } = JSON.parse(opened) as SealedMail;
    await this.mailer.send({
      name: `email-verification.${id}.${mail.sends}`,
      to: [email],
      ...verificationMail({
        language: row.language,
        businessName,
        confirm: confirmLink(this.base, token),
        leave: leaveLink(this.base, await this.tokens.of(mail, row)),
        until: row.token_expires_at,
      }),
    });
    await this.settle(mail, 'sent');
  }

  giveUp(mail: VerificationMail): Promise<void> {
    return this.settle(mail, 'failed');
  }

  private settle(mail: VerificationMail, status: 'sent' | 'failed'): Promise<void> {
    return this.metadata.transaction(systemContext(mail, 'worker'), async (tx) => {
      const [settled] = await tx.query(SETTLE_VERIFICATION, [...keyOf(mail), status]);
      if (!settled) return;
      await tx.audit({
        action: status === 'sent' ? EMAIL_ROUTING_ACTIONS.mailed : EMAIL_ROUTING_ACTIONS.mailFailed,
        outcome: status === 'sent' ? 'success' : 'failed',
        metadata: { address_id: mail.addressId, sends: mail.sends },
      });
    });
  }
}

const keyOf = ({ addressId, sends }: VerificationMail) => [addressId, sends];
