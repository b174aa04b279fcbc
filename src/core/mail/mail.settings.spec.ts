import { cleanEnv } from 'envalid';
import { describe, expect, it } from 'vitest';
import { MAIL_SETTINGS } from './mail.settings.js';

const read = (environment: Readonly<Record<string, string>>) =>
  cleanEnv(environment, MAIL_SETTINGS, {
    reporter: ({ errors }) => {
      const [problem] = Object.values(errors);
      if (problem) throw problem;
    },
  });

// billing 16.5
describe('the server that mail is handed in at', () => {
  it.each([
    ['smtps://smtp.example.com', { host: 'smtp.example.com', port: 465, tls: 'implicit', login: null }],
    ['smtp://smtp.example.com', { host: 'smtp.example.com', port: 587, tls: 'required', login: null }],
    [
      'smtp://127.0.0.1.example.com:25',
      { host: '127.0.0.1.example.com', port: 25, tls: 'required', login: null },
    ],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, tls: 'none', login: null }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, tls: 'none', login: null }],
    [
      'smtps://a%40b:c%3Ad@smtp.example.com:2465',
      { host: 'smtp.example.com', port: 2465, tls: 'implicit', login: { user: 'a@b', pass: 'c:d' } },
    ],
  ])('is read from %s', (url, expected) => {
    expect(read({ MAIL_SERVER_URL: url }).MAIL_SERVER_URL).toEqual(expected);
  });

  it.each(['http://smtp.example.com', 'smtp.example.com:25', 'smtps://smtp.example.com/path', 'smtps://'])(
    'is not read from %s',
    (url) => {
      expect(() => read({ MAIL_SERVER_URL: url })).toThrow('must be smtps://');
    },
  );

  it.each(['nobody', 'a b@example.com', 'a@example.com\r\nBcc: b@example.com', '<a@example.com>'])(
    'gets no mail from %j',
    (from) => {
      expect(() => read({ MAIL_FROM: from })).toThrow('must be an email address');
    },
  );
});
