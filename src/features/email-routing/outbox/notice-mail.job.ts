import { Inject } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Mailer, RecipientRefusedError } from '../../../core/mail/mailer.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { systemContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import { EMAIL_ROUTING_ACTIONS } from '../email-routing.audit.js';
import { placeOfAddress } from '../lookup/address-rows.js';
import { BOUNCE } from '../lookup/addresses.queries.js';
import { EmailSecrets } from '../lookup/email-secrets.js';
import { MAIL_NOTICE, type NoticeMail } from '../lookup/notice-mails.js';
import { END_NOTICE, NOTE_ATTEMPT, NOTICE_TO_MAIL } from '../lookup/notices.queries.js';
import type { MailLanguage, NoticeStatus } from '../rules/address-words.js';
import { leaveByProgram, leaveLink } from '../rules/mail-links.policy.js';
import { noticeMail } from './notice-mail.policy.js';
import { NoticeReaders, type AddressToMail } from './notice-readers.service.js';

interface Row extends AddressToMail {
  readonly address_id: string;
  readonly email_sealed: Buffer;
  readonly language: MailLanguage;
}

/**
 * Mails one notice to one address (email-routing section 6). If a worker dies after sending, it is
 * sent again with the same Message-ID, so receivers show it once.
 */
@HandlesJob()
export class NoticeMailJob implements JobHandler<NoticeMail> {
  readonly kind = MAIL_NOTICE;
  private readonly base: string;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedValues,
    private readonly secrets: EmailSecrets,
    private readonly readers: NoticeReaders,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
  ) {
    this.base = settings.portal.url;
  }

  async handle(notice: NoticeMail): Promise<void> {
    const [row] = await this.metadata.read(notice, (db) => db.query<Row>(NOTICE_TO_MAIL, [notice.noticeId]));
    // Sent before, or its address is deleted.
    if (row === undefined) return;
    try {
      const obstacle = await this.readers.obstacle(notice, row);
      if (obstacle === null) await this.send(notice, row);
      await this.end(notice, obstacle === null ? 'sent' : 'dropped', obstacle);
    } catch (error) {
      if (error instanceof RecipientRefusedError) return this.bounce(notice, row.address_id);
      await this.metadata.transaction(systemContext(notice, 'worker'), (tx) =>
        tx.query(NOTE_ATTEMPT, [notice.noticeId, reasonOf(error)]),
      );
      throw error;
    }
  }

  giveUp(notice: NoticeMail): Promise<void> {
    return this.end(notice, 'failed', 'mail_not_accepted');
  }

  private async send(notice: NoticeMail, row: Row): Promise<void> {
    const { address_id: id, language, facts } = row;
    const { dataEnv, clientId } = notice;
    const kind = this.readers.kindOf(row);
    const token = this.secrets.unsubscribeToken(id);
    const leave = leaveLink(this.base, token);
    const environment = dataEnv === 'prod' ? null : dataEnv;
    await this.mailer.send({
      name: `notice.${notice.noticeId}`,
      to: [await this.sealed.open(notice, placeOfAddress(notice, id, 'email_sealed'), row.email_sealed)],
      leave,
      leaveByProgram: leaveByProgram(this.base, token),
      ...noticeMail(kind.text(facts, language), { language, clientId, environment, base: this.base, leave }),
      attachments: (await kind.attachments?.(notice, facts, language)) ?? [],
    });
  }

  private end(notice: NoticeMail, status: NoticeStatus, reason: string | null): Promise<void> {
    return this.metadata.transaction(systemContext(notice, 'worker'), async (tx) => {
      const [ended] = await tx.query(END_NOTICE, [notice.noticeId, status, reason, this.clock.now()]);
      if (!ended) return;
      await tx.audit({
        action: status === 'sent' ? EMAIL_ROUTING_ACTIONS.noticeSent : EMAIL_ROUTING_ACTIONS.noticeNotSent,
        outcome: status === 'sent' ? 'success' : 'failed',
        metadata: { notice_id: notice.noticeId, reason },
      });
    });
  }

  /** The address is taken out with the notice, so that no other notice is sent to it. */
  private bounce(notice: NoticeMail, addressId: string): Promise<void> {
    return this.metadata.transaction(systemContext(notice, 'worker'), async (tx) => {
      const now = this.clock.now();
      await tx.query(END_NOTICE, [notice.noticeId, 'failed', 'address_bounced', now]);
      const [bounced] = await tx.query(BOUNCE, [addressId, now]);
      if (bounced) await tx.auditDone(EMAIL_ROUTING_ACTIONS.bounced, { address_id: addressId });
    });
  }
}
