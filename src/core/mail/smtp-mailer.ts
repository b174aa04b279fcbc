import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { SETTINGS, settingsOf, type Settings } from '../../config/settings.js';
import { Metrics } from '../observability/metrics.js';
import { LoggableError } from '../shared/platform-error.js';
import { MAIL_SETTINGS } from './mail.settings.js';
import { Mailer, RecipientRefusedError, type OutgoingMail } from './mailer.js';

// A running server responds within a second or two.
const CONNECT_MS = 10_000;
const SILENCE_MS = 15_000;
// For a whole mail: a server that sends a little every few seconds never times out. A job may take
// 60 s and uses other stores first; after that, another worker would begin the same mail.
const DEADLINE_MS = 40_000;

// Suppresses vacation replies (RFC 3834).
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

// A mail program posts this to the link in List-Unsubscribe, without its user's browser (RFC 8058).
const ONE_CLICK = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** Sends mail over SMTP, with one connection per mail, because mails are few. */
@Injectable()
export class SmtpMailer extends Mailer {
  protected readonly deadlineMs: number = DEADLINE_MS;

  private readonly mails: Counter<'outcome'>;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    super();
    this.mails = new Counter({
      name: 'mails_total',
      help: 'Emails that the mail server accepted, refused for their recipient, or did not accept.',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
  }

  async send({ name, to, subject, text, html, attachments = [], ...links }: OutgoingMail): Promise<void> {
    const { leave, leaveByProgram = leave } = links;
    const { MAIL_SERVER_URL: server, MAIL_FROM: from } = settingsOf(this.settings, MAIL_SETTINGS);
    if (server === undefined) throw new LoggableError('MAIL_SERVER_URL is not set.');
    const deadline = AbortSignal.timeout(this.deadlineMs);
    // Loaded at the first mail: it takes some 15 MB, which a process without mail need not hold.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host: server.host,
      port: server.port,
      secure: server.tls === 'implicit',
      requireTLS: server.tls === 'required',
      ignoreTLS: server.tls === 'none',
      ...(server.login && { auth: server.login }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({
        messageId: `<${name}@${from.slice(from.indexOf('@') + 1)}>`,
        from,
        // No recipient sees the others.
        to: 'undisclosed-recipients:;',
        bcc: to.map((it) => ({ name: '', address: it })),
        subject,
        text,
        ...(html !== undefined && { html }),
        attachments: attachments.map(({ name: filename, type: contentType, content }) => ({
          filename,
          contentType,
          content,
        })),
        ...(leaveByProgram !== undefined && {
          list: { unsubscribe: leaveByProgram },
          headers: leaveByProgram === leave ? AUTOMATIC : { ...AUTOMATIC, ...ONE_CLICK },
        }),
        // Aborting closes the connection; closing the transport does not.
        signal: deadline,
      });
      this.mails.inc({ outcome: 'accepted' });
    } catch (error) {
      const isRefused = to.length === 1 && isRefusedRecipient(error);
      this.mails.inc({ outcome: isRefused ? 'refused' : 'failed' });
      const Kind = isRefused ? RecipientRefusedError : LoggableError;
      throw new Kind(
        `The mail server did not accept an email (${deadline.aborted ? 'ETIMEDOUT' : codeOf(error)}).`,
      );
    } finally {
      transport.close();
    }
  }
}

/** The only part of an error that nodemailer itself chooses: messages repeat the server's text. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^E[A-Z]{1,30}$/.test(code) ? code : 'unknown';
}

/** A refused sender or login does not count, because it says nothing about the recipient. */
function isRefusedRecipient(error: unknown): boolean {
  const { code, command, responseCode } = error as Readonly<Record<string, unknown>>;
  return (
    code === 'EENVELOPE' && command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
  );
}
