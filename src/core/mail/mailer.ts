/** One mail, as text. */
export interface OutgoingMail {
  /**
   * Names the mail for good: who sends it again, because it is not known whether it went out, sends
   * it under the same name.
   */
  readonly name: string;
  /** Addresses. None of them is shown to another. */
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
