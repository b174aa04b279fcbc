import { makeExactValidator } from 'envalid';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `implicit`: TLS from the first byte; `required`: STARTTLS; `none`: only for this machine. */
  readonly tls: 'implicit' | 'required' | 'none';
  readonly login: { readonly user: string; readonly pass: string } | null;
}

/**
 * Credentials and addresses of people are never sent unencrypted over a network: smtp:// requires
 * STARTTLS except on this machine.
 */
const mailServer = makeExactValidator<MailServer>((input) => {
  const url = URL.parse(input);
  const isSecure = url?.protocol === 'smtps:';
  if (!url || (!isSecure && url.protocol !== 'smtp:') || url.hostname === '' || !/^\/?$/.test(url.pathname))
    throw new Error('must be smtps://user:password@host:port, or smtp:// for STARTTLS');
  const { hostname, port, username, password } = url;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    tls: isSecure ? 'implicit' : LOOPBACK.test(hostname) ? 'none' : 'required',
    login:
      username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  };
});

const address = makeExactValidator<string>((input) => {
  if (!/^[^\s@<>",;]{1,64}@[a-z0-9.-]{1,253}$/i.test(input)) throw new Error('must be an email address');
  return input;
});

export const MAIL_SETTINGS = {
  MAIL_SERVER_URL: mailServer({
    default: undefined,
    desc: 'Mail server. Without it, no email is sent. smtps:// uses TLS from the start, smtp:// uses STARTTLS.',
    example: 'smtps://user:change-me@smtp.example.com:465',
  }),
  MAIL_FROM: address({
    default: 'no-reply@localhost',
    desc: 'Sender address of emails.',
    example: 'billing@example.com',
  }),
};
