import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import type { Settings } from '../../../src/config/settings.js';
import type { Metrics } from '../../../src/core/observability/metrics.js';
import { SmtpMailer } from '../../../src/core/mail/smtp-mailer.js';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';

const MAIL = { name: 'a.mail', to: ['jane@dental.example'], subject: 'A mail', text: 'Of one line.' };

const settingsFor = (port: number): Settings =>
  ({
    features: {
      MAIL_SERVER_URL: { host: '127.0.0.1', port, tls: 'none', login: null },
      MAIL_FROM: 'billing@platform.example',
    },
  }) as unknown as Settings;

const aRegistry = (): Metrics => ({ registry: new Registry() }) as Metrics;

/**
 * Gives up a mail much sooner than the platform does, but long after a busy machine has connected.
 */
class HastyMailer extends SmtpMailer {
  protected override readonly deadlineMs = 2_000;
}

describe('mail', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  /** Sends line after line, but never the last one of an answer. */
  const aDrippingServer = async (greeting: string, drop: string) => {
    const closed: Promise<unknown>[] = [];
    const server = createServer((socket: Socket) => {
      const dripping = setInterval(() => socket.write(drop), 20);
      socket.on('error', () => socket.destroy());
      closed.push(once(socket, 'close').finally(() => clearInterval(dripping)));
      socket.resume();
      socket.write(greeting);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(() => server.close());
    return { port: (server.address() as AddressInfo).port, closed };
  };

  // billing 16.5
  it('is given up where the server says a little again and again, and the connection with it', async () => {
    const { port, closed } = await aDrippingServer('220 here\r\n', '250-X\r\n');
    // The mailer loads at the first mail, and loading counts towards the time too.
    await import('nodemailer');
    await expect(new HastyMailer(settingsFor(port), aRegistry()).send(MAIL)).rejects.toThrow(
      'The mail server did not accept an email (ETIMEDOUT).',
    );
    expect(closed).toHaveLength(1);
    await Promise.all(closed);
  });

  // billing 16.5
  it('goes to all in one, and shows none of them to another', async () => {
    const catcher = await startMailCatcher();
    ends.push(() => catcher.stop());
    const to = ['jane@dental.example', 'zoe@dental.example'];
    await new SmtpMailer(settingsFor(Number(new URL(catcher.url).port)), aRegistry()).send({ ...MAIL, to });
    const [mail, ...others] = catcher.mails;
    expect(others).toEqual([]);
    expect(mail!.to).toEqual(to);
    expect(mail!.source).toContain('To: "undisclosed-recipients":;');
    expect(mail!.source).toContain('Message-ID: <a.mail@platform.example>');
    expect(mail!.source).not.toContain('dental.example');
  });
});
