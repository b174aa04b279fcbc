import { Injectable } from '@nestjs/common';
import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { EMAIL_ROUTING_ACTIONS } from '../email-routing.audit.js';
import { NoticeEnded } from '../email-routing.events.js';
import { END_MAIL, END_NOTICES, END_NOTICES_OF_ADDRESS } from './notices.queries.js';

interface EndedRow {
  readonly notice_id: string;
  readonly kind: string;
  readonly subject: string;
}

/** The outcome of a notice: sent, failed or dropped, and why. */
type Ending =
  | { readonly status: 'sent'; readonly reason: null }
  | { readonly status: 'failed' | 'dropped'; readonly reason: string };

/** Ends notices, each once, and informs the feature of their kind (email-routing 6.13). */
@Injectable()
export class NoticeEndings {
  constructor(
    private readonly events: TransactionEvents,
    private readonly clock: Clock,
  ) {}

  sent(tx: UnitOfWork, noticeIds: readonly string[]): Promise<void> {
    return this.end(tx, END_NOTICES, noticeIds, { status: 'sent', reason: null });
  }

  /** @param reason why its address may not get it */
  dropped(tx: UnitOfWork, noticeId: string, reason: string): Promise<void> {
    return this.end(tx, END_NOTICES, [noticeId], { status: 'dropped', reason });
  }

  /** Ends all notices of a mail that the mail server did not accept. */
  notTaken(tx: UnitOfWork, mailId: string, reason: 'mail_not_accepted' | 'address_bounced'): Promise<void> {
    return this.end(tx, END_MAIL, mailId, { status: 'failed', reason });
  }

  /** Ends notices that wait for an address, before the address is deleted. */
  addressDeleted(tx: UnitOfWork, addressId: string): Promise<void> {
    return this.end(tx, END_NOTICES_OF_ADDRESS, addressId, { status: 'dropped', reason: 'address_deleted' });
  }

  private async end(
    tx: UnitOfWork,
    statement: NamedQuery,
    which: string | readonly string[],
    { status, reason }: Ending,
  ): Promise<void> {
    const isSent = status === 'sent';
    const outcome = isSent ? 'sent' : reason === 'mail_not_accepted' ? 'not_accepted' : 'dropped';
    for (const it of await tx.query<EndedRow>(statement, [which, status, reason, this.clock.now()])) {
      await this.events.publish(tx, new NoticeEnded(it.kind, it.subject, outcome));
      await tx.audit({
        action: isSent ? EMAIL_ROUTING_ACTIONS.noticeSent : EMAIL_ROUTING_ACTIONS.noticeNotSent,
        outcome: isSent ? 'success' : 'failed',
        metadata: { notice_id: it.notice_id, reason },
      });
    }
  }
}
