/** One mail, as text. */
export interface OutgoingMail {
  /**
   * Identifies the mail for good. A sender who does not know whether it went out sends it again
   * under the same name.
   */
  readonly name: string;
  /** Addresses. No recipient sees another one. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Sends mail for the platform. */
export abstract class Mailer {
  /**
   * @throws LoggableError where the mail was not taken; nothing of the server's words or of
   * addresses is in it
   */
  abstract send(mail: OutgoingMail): Promise<void>;
}
