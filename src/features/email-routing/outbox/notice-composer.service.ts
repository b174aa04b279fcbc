import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import type { OutgoingMail } from '../../../core/mail/mailer.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { placeOfAddress } from '../lookup/address-rows.js';
import { noticeMail } from '../lookup/notice-mail.policy.js';
import type { NoticeMail } from '../lookup/notice-mails.js';
import type { MailLanguage } from '../rules/address-words.js';
import { managerOf } from '../rules/callers.js';
import { leaveByProgram, leaveLink } from '../rules/mail-links.policy.js';
import { NoticeKinds } from '../lookup/notice-kinds.service.js';
import { UnsubscribeTokens, type UnsubscribeRow } from '../lookup/unsubscribe-tokens.service.js';
import type { AddressToMail } from './notice-readers.service.js';

/** A notice whose mail has begun, and its address. */
export interface NoticeToMail extends AddressToMail, UnsubscribeRow {
  readonly notice_id: string;
  readonly created_at: Date;
  readonly email_sealed: Buffer;
  readonly language: MailLanguage;
  readonly timezone: string;
}

/** Makes the mail of one notice, or of several to the same address. */
@Injectable()
export class NoticeComposer {
  private readonly base: string;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly sealed: SealedValues,
    private readonly tokens: UnsubscribeTokens,
    private readonly kinds: NoticeKinds,
  ) {
    this.base = settings.portal.url;
  }

  async compose(mail: NoticeMail, notices: readonly NoticeToMail[]): Promise<OutgoingMail> {
    const { dataEnv, clientId, noticeId } = mail;
    const { address_id: id, email_sealed: email, language, timezone, organisation_id: partner } = notices[0]!;
    const reader = managerOf(partner);
    const token = await this.tokens.of(mail, notices[0]!);
    const leave = leaveLink(this.base, token);
    const environment = dataEnv === 'prod' ? null : dataEnv;
    const told = notices.map(({ kind, facts }) => ({ kind: this.kinds.of(kind), facts }));
    const texts = await Promise.all(
      told.map(async ({ kind, facts }) => {
        const text = kind.text(facts, language, timezone, reader);
        const more = await kind.linesOfMail?.(mail, facts, language);
        return more === undefined ? text : { ...text, lines: [...text.lines, ...more] };
      }),
    );
    const files = await Promise.all(
      told.map(async ({ kind, facts }) => (await kind.attachments?.(mail, facts, language)) ?? []),
    );
    return {
      // The same at each attempt, even if fewer notices are left.
      name: `notice.${noticeId}`,
      to: [await this.sealed.open(mail, placeOfAddress(mail, id, 'email_sealed'), email)],
      leave,
      leaveByProgram: leaveByProgram(this.base, token),
      ...noticeMail(texts, { language, clientId, environment, base: this.base, leave }),
      attachments: files.flat(),
    };
  }
}
