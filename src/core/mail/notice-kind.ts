import { DiscoveryService } from '@nestjs/core';
import type { AuthContext, Tenant } from '../shared/auth-context.js';
import type { MailAttachment } from './mailer.js';

export const MAIL_LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** The text of a notice in one language, without personal data of callers. */
export interface NoticeText {
  /** The subject of the mail: it says what happened, and where. */
  readonly title: string;
  readonly lines: readonly string[];
  /** Figures, shown below the lines. */
  readonly tables?: readonly NoticeTable[];
  /** The path of a page of the portal, which opens for the client of the notice. */
  readonly button: { readonly label: string; readonly path: string };
}

export interface NoticeTable {
  /** Null: no title, as for the first figures. */
  readonly title: string | null;
  readonly rows: readonly {
    readonly label: string;
    readonly value: string;
    /** The length of its bar, from 0 to 1; absent: no bar. */
    readonly share?: number;
  }[];
}

/** A kind of notice: a provider of its feature's module, marked with @ContributesNotice. */
export interface NoticeKind<F extends object> {
  /** Stored with each notice, and never reused. */
  readonly name: string;
  /** Sample facts for each of its texts, for the pictures of mails (docs/mails.md). */
  readonly examples?: readonly F[];
  /**
   * Addresses with this topic get it (email-routing 2.1), and their owners must be allowed to read
   * it. Null for a kind that names its addresses; `mayRead` then decides who may read it.
   */
  topicOf(facts: F): string | null;
  /**
   * @param zone of the instants: the address's, or that of the bell's reader
   * @param reader the role of the bell's reader, or of the people who manage the address
   */
  text(facts: F, language: MailLanguage, zone: string, reader: AuthContext['scope']): NoticeText;
  /**
   * Further lines of the mail, read when it is sent: what may not be stored with the notice. The bell
   * does not show them.
   */
  linesOfMail?(tenant: Tenant, facts: F, language: MailLanguage): Promise<readonly string[]>;
  /** Mailed at once, in quiet hours too, and to an address with a daily mail (email-routing 6.11). */
  isUrgent?(facts: F): boolean;
  /**
   * Which notices the person may read now; checked at each sending and for the bell, in addition to
   * the topic.
   */
  mayRead?(person: AuthContext): Promise<(facts: F) => boolean | Promise<boolean>>;
  /**
   * Files, created when the mail is sent. A notice with files is sent at once, in a separate mail.
   */
  attachments?(tenant: Tenant, facts: F, language: MailLanguage): Promise<readonly MailAttachment[]>;
}

/** Marks a NoticeKind, so that the outbox finds it. */
export const ContributesNotice = DiscoveryService.createDecorator();
