import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { MailLanguage, NoticeKind, NoticeText } from '../../../core/mail/notice-kind.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import type { NoticeStatus } from '../rules/address-words.js';
import { notifiedSince } from '../rules/kept-notices.js';
import { topicNamed } from '../rules/topics.policy.js';
import { noticeMail } from './notice-mail.policy.js';
import { MAIL_NOTICE } from './notice-mails.js';
import { TELL, UNSENT_NOTICES } from './notices.queries.js';

interface Notice<F extends object> {
  readonly tenant: Tenant;
  readonly kind: NoticeKind<F>;
  /** Identifies the subject, for example by an id. */
  readonly subject: string;
  /** Each kind, subject and period is sent to an address once. */
  readonly period: string;
  /** Stored in plain text until the mail is sent: no personal data of callers. */
  readonly facts: F;
  /** The addresses; absent: those with the topic of the kind. */
  readonly addressIds?: readonly string[];
  /**
   * When the cause began, for a job that finds the same cause repeatedly. Addresses that were
   * verified later get no notice, nor does anyone for a cause that is older than the stored
   * notices.
   */
  readonly began?: Date;
}

interface UnsentNotice {
  readonly notice_id: string;
  readonly kind: string;
  readonly address_id: string;
  readonly status: NoticeStatus;
  readonly reason: string | null;
  readonly created_at: Date;
}

const SHOWN_MS = 7 * DAY_MS;

/** The outbox of notices (email-routing section 6). */
@Injectable()
export class Notices {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Enqueues a notice for verified addresses and the bell, in the transaction of its cause.
   * @returns the number of addresses that get it
   */
  async tell<F extends object>(tx: UnitOfWork, notice: Notice<F>): Promise<number> {
    const { tenant, kind, subject, period, facts, addressIds = null, began = null } = notice;
    const now = this.clock.now();
    if (began !== null && began <= notifiedSince(now)) return 0;
    const topic = kind.topicOf(facts);
    if (topic === null && addressIds === null) throw new Error(`${kind.name} names no address and no topic.`);
    const told = await tx.query<{ notice_id: string }>(TELL, [
      topic && topicNamed(topic),
      addressIds,
      kind.name,
      subject,
      period,
      JSON.stringify(facts),
      now,
      began,
    ]);
    const { clientId, dataEnv } = tenant;
    for (const { notice_id: noticeId } of told)
      await tx.enqueue(MAIL_NOTICE, { clientId, dataEnv, noticeId });
    return told.length;
  }

  /** The mail of a notice, without the unsubscribe link. */
  preview(
    { clientId, dataEnv }: Tenant,
    text: NoticeText,
    language: MailLanguage,
  ): { readonly subject: string; readonly html: string } {
    const environment = dataEnv === 'prod' ? null : dataEnv;
    const { url: base } = this.settings.portal;
    const { subject, html } = noticeMail([text], { language, clientId, environment, base, leave: null });
    return { subject, html };
  }

  /** Lists notices that wait, and those that failed or were dropped in the last seven days. */
  unsent(tenant: Tenant): Promise<UnsentNotice[]> {
    const since = new Date(this.clock.now().getTime() - SHOWN_MS);
    return this.metadata.read(tenant, (db) => db.query<UnsentNotice>(UNSENT_NOTICES, [since]));
  }
}
