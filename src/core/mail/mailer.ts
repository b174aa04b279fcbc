import { LoggableError } from '../shared/platform-error.js';

export interface OutgoingMail {
  /**
   * Identifies the mail: a sender that does not know whether the mail was sent repeats it under the
   * same name.
   */
  readonly name: string;
  /** Addresses; recipients do not see each other. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same as HTML, for programs that show it. */
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** The page on which the recipient can end these mails. */
  readonly leave?: string;
  /** The route that a mail program calls to end these mails with one click (RFC 8058). */
  readonly leaveByProgram?: string;
}

export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** The mail server permanently refuses the recipient (SMTP 5xx). */
export class RecipientRefusedError extends LoggableError {}

export abstract class Mailer {
  /**
   * @throws RecipientRefusedError if the server permanently refuses a sole recipient, LoggableError
   *   for any other failure; neither contains the server's text or an address
   */
  abstract send(mail: OutgoingMail): Promise<void>;
}
