import type { MailLanguage, NoticeText } from '../../../core/mail/notice-kind.js';

interface Frame {
  readonly language: MailLanguage;
  readonly clientId: string;
  /** Null in production. */
  readonly environment: string | null;
  /** Origin of the portal. */
  readonly base: string;
  readonly leave: string;
}

const WORDS = {
  en: {
    why: (client: string) => `You get this because this address is told of what happens at ${client}.`,
    leave: 'End all mails to this address',
  },
  de: {
    why: (client: string) =>
      `Sie erhalten diese Nachricht, weil diese Adresse Mitteilungen zu ${client} bekommt.`,
    leave: 'Alle Mails an diese Adresse beenden',
  },
} as const;

/** A notice as a mail: text for terminals, and HTML of tables alone (email-routing 6.6). */
export function noticeMail(text: NoticeText, frame: Frame): { subject: string; text: string; html: string } {
  const { language, clientId, environment, base, leave } = frame;
  const place = environment === null ? clientId : `${clientId} (${environment})`;
  const title = oneLine(text.title);
  const subject = environment === null ? title : `[${environment}] ${title}`;
  const button = new URL(text.button.path, base);
  button.searchParams.set('client_id', clientId);
  const page = button.href;
  const words = WORDS[language];
  const plain = [
    title,
    '',
    ...text.lines,
    '',
    `${text.button.label}:`,
    page,
    '',
    words.why(place),
    `${words.leave}:`,
    leave,
    '',
  ].join('\n');
  // Mail programs read tables and styles within the tags, and little else.
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#f5f7fa;font-family:Arial,Helvetica,sans-serif;color:#1f2933">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border-radius:8px"><tr><td style="padding:24px;text-align:left;font-size:16px;line-height:24px">
<h1 style="font-size:20px;line-height:28px;margin:0 0 16px">${escaped(title)}</h1>
${text.lines.map((line) => `<p style="margin:0 0 12px">${escaped(line)}</p>`).join('\n')}
<p style="margin:24px 0"><a href="${escaped(page)}" style="display:inline-block;padding:12px 20px;background:#2f6fb3;color:#ffffff;text-decoration:none;border-radius:4px">${escaped(text.button.label)}</a></p>
<p style="margin:0;font-size:12px;line-height:18px;color:#52606d">${escaped(words.why(place))} <a href="${escaped(leave)}" style="color:#52606d">${escaped(words.leave)}</a></p>
</td></tr></table>
</td></tr></table>
</body></html>
`;
  return { subject, text: plain, html };
}

/** People choose names of webhooks, keys and campaigns: a subject is one line of a bearable length. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 150);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]!);
