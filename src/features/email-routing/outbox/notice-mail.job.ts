import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Mailer, RecipientRefusedError } from '../../../core/mail/mailer.js';
import { systemContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { AddressBounces } from '../lookup/address-bounces.service.js';
import { NoticeEndings } from '../lookup/notice-endings.service.js';
import { MAIL_NOTICE, type NoticeMail } from '../lookup/notice-mails.js';
import {
  BEGIN_MAIL,
  HOLD_MAIL,
  NOTE_REASON,
  NOTICE_TO_MAIL,
  TAKE_MAIL_TURN,
} from '../lookup/notices.queries.js';
import { waitOf, type SendingTimes } from '../rules/sending-time.policy.js';
import { NoticeComposer, type NoticeToMail } from './notice-composer.service.js';
import { NoticeReaders } from './notice-readers.service.js';

interface Head extends SendingTimes {
  readonly kind: string;
  readonly facts: object;
  readonly address_id: string;
  readonly created_at: Date;
}

/**
 * Mails a notice to its address, together with those that waited for the same time (email-routing
 * section 6). If a worker dies after sending, the mail is sent again with the same Message-ID, so
 * receivers show it once.
 */
@HandlesJob()
export class NoticeMailJob implements JobHandler<NoticeMail> {
  readonly kind = MAIL_NOTICE;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly readers: NoticeReaders,
    private readonly composer: NoticeComposer,
    private readonly mailer: Mailer,
    private readonly bounces: AddressBounces,
    private readonly endings: NoticeEndings,
    private readonly clock: Clock,
  ) {}

  async handle(mail: NoticeMail): Promise<void> {
    const [head] = await this.metadata.read(mail, (db) => db.query<Head>(NOTICE_TO_MAIL, [mail.noticeId]));
    // Already sent, sent with another mail, or its address was deleted.
    if (head === undefined) return;
    if (await this.holds(mail, head)) return;
    const notices = await this.begin(mail, head.address_id);
    try {
      const readable = await this.readable(mail, notices);
      if (readable.length === 0) return;
      await this.mailer.send(await this.composer.compose(mail, readable));
      await this.change(mail, (tx) => this.endings.sent(tx, idsOf(readable)));
    } catch (error) {
      if (error instanceof RecipientRefusedError) return this.bounce(mail, head.address_id);
      await this.change(mail, (tx) => tx.query(NOTE_REASON, [mail.noticeId, reasonOf(error)]));
      throw error;
    }
  }

  giveUp(mail: NoticeMail): Promise<void> {
    return this.change(mail, (tx) => this.endings.notTaken(tx, mail.noticeId, 'mail_not_accepted'));
  }

  /** @returns whether the mail must wait for a sending time of the address */
  private async holds(mail: NoticeMail, head: Head): Promise<boolean> {
    const kind = this.readers.kindOf(head);
    if (kind.isUrgent?.(head.facts) === true || kind.attachments !== undefined) return false;
    const wait = waitOf(head, head.created_at, this.clock.now());
    if (wait === null) return false;
    await this.change(mail, async (tx) => {
      const held = await tx.query(HOLD_MAIL, [mail.noticeId, wait.until, wait.reason]);
      if (held.length > 0) await tx.enqueue(MAIL_NOTICE, mail, { notBefore: wait.until });
    });
    return true;
  }

  private begin(mail: NoticeMail, addressId: string): Promise<NoticeToMail[]> {
    return this.change(mail, async (tx) => {
      await tx.query(TAKE_MAIL_TURN, [addressId]);
      return tx.query<{ [K in keyof NoticeToMail]: NoticeToMail[K] }>(BEGIN_MAIL, [
        mail.noticeId,
        this.clock.now(),
      ]);
    });
  }

  /** Returns the notices that the address may get now, oldest first; the others are dropped. */
  private async readable(mail: NoticeMail, notices: readonly NoticeToMail[]): Promise<NoticeToMail[]> {
    const readable: NoticeToMail[] = [];
    for (const notice of notices.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())) {
      const obstacle = await this.readers.obstacle(mail, notice);
      if (obstacle === null) readable.push(notice);
      else await this.change(mail, (tx) => this.endings.dropped(tx, notice.notice_id, obstacle));
    }
    return readable;
  }

  /** The address is disabled together with the notice, so that no other notice is sent to it. */
  private bounce(mail: NoticeMail, addressId: string): Promise<void> {
    return this.change(mail, async (tx) => {
      await this.endings.notTaken(tx, mail.noticeId, 'address_bounced');
      await this.bounces.bounce(tx, mail, addressId);
    });
  }

  private change<T>(mail: NoticeMail, work: (tx: UnitOfWork) => Promise<T>): Promise<T> {
    return this.metadata.transaction(systemContext(mail, 'worker'), work);
  }
}

const idsOf = (notices: readonly NoticeToMail[]): string[] => notices.map(({ notice_id: id }) => id);
