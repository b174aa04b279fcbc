import { DiscoveryService } from '@nestjs/core';
import type { AuthContext, Tenant } from '../shared/auth-context.js';
import type { MailAttachment } from './mailer.js';

/** The languages in which mails are written. */
export const MAIL_LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** The text of a notice in one language, without anything personal of callers. */
export interface NoticeText {
  /** The subject of the mail: it says what happened, and where. */
  readonly title: string;
  readonly lines: readonly string[];
  /** Figures below the lines. */
  readonly tables?: readonly NoticeTable[];
  /** Its path is that of a page of the portal, which opens at the client of the notice. */
  readonly button: { readonly label: string; readonly path: string };
}

export interface NoticeTable {
  /** Null: the first figures need none. */
  readonly title: string | null;
  readonly rows: readonly {
    readonly label: string;
    readonly value: string;
    /** The length of its bar, from 0 to 1; absent: it has none. */
    readonly share?: number;
  }[];
}

/** A kind of notice: a provider of its feature's module, marked with @ContributesNotice. */
export interface NoticeKind<F extends object> {
  /** Stored with each notice, and never reused. */
  readonly name: string;
  /** Facts of each of its texts, for the pictures of mails (docs/mails.md). */
  readonly examples?: readonly F[];
  /**
   * Addresses with this topic get it (email-routing 2.1), and their owners must be allowed to read
   * it. Null for a kind that names its addresses, and whose readers `mayRead` knows.
   */
  topicOf(facts: F): string | null;
  /** @param zone in which instants are told: the address's, or that of the reader of the bell */
  text(facts: F, language: MailLanguage, zone: string): NoticeText;
  /** Mailed at once, in quiet hours too, and to an address with a daily mail (email-routing 6.11). */
  isUrgent?(facts: F): boolean;
  /**
   * Asked at each sending and for the bell, beside the topic: of which subjects the person may read
   * now.
   */
  mayRead?(person: AuthContext): Promise<(facts: F) => boolean | Promise<boolean>>;
  /** Files, made when the mail is sent. A notice with files has a mail of its own, at once. */
  attachments?(tenant: Tenant, facts: F, language: MailLanguage): Promise<readonly MailAttachment[]>;
}

/** Marks a NoticeKind, which the outbox finds by it. */
export const ContributesNotice = DiscoveryService.createDecorator();
