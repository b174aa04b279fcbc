export interface OutgoingMail {
  /**
   * Identifies the mail: a sender who does not know whether it was sent repeats it under the same
   * name.
   */
  readonly name: string;
  /** Addresses. No recipient sees another one. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export abstract class Mailer {
  /** @throws LoggableError if the mail was not accepted, without the server's words or addresses */
  abstract send(mail: OutgoingMail): Promise<void>;
}
