import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MailRecipients } from '../../email-routing/lookup/mail-recipients.service.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { BreakGlassNotice } from '../lookup/break-glass-notice.js';

interface OpenedUse {
  readonly useId: string;
  readonly now: Date;
  readonly endsAt: Date;
}

/** Notifies administrators of an opened use, in the transaction that opens it (break-glass 3.4). */
@Injectable()
export class UseEvents {
  constructor(
    private readonly notices: Notices,
    private readonly recipients: MailRecipients,
    private readonly kind: BreakGlassNotice,
  ) {}

  async opened(tx: UnitOfWork, auth: AuthContext, { useId, now, endsAt }: OpenedUse): Promise<void> {
    await this.notices.tell(tx, {
      tenant: auth,
      kind: this.kind,
      subject: useId,
      period: 'opened',
      facts: { opened_at_utc: now.toISOString(), ends_at_utc: endsAt.toISOString() },
      addressIds: [...(await this.recipients.ids(tx, null))],
    });
  }
}
