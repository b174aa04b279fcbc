import type { MailLanguage, NoticeTable, NoticeText } from '../../../core/mail/notice-kind.js';

interface Frame {
  readonly language: MailLanguage;
  readonly clientId: string;
  /** Null in production. */
  readonly environment: string | null;
  /** Origin of the portal. */
  readonly base: string;
  /** Null in a preview, which is not sent. */
  readonly leave: string | null;
}

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Words {
  readonly many: (count: number, client: string) => string;
  readonly portal: string;
  readonly why: (client: string) => string;
  readonly leave: string;
}

const WORDS: Readonly<Record<MailLanguage, Words>> = {
  en: {
    many: (count, client) => `${count} notices about ${client}`,
    portal: 'Open the portal',
    why: (client) => `You get this email because this address receives notices about ${client}.`,
    leave: 'Stop all emails to this address',
  },
  de: {
    many: (count, client) => `${count} Mitteilungen zu ${client}`,
    portal: 'Portal öffnen',
    why: (client) => `Sie erhalten diese Nachricht, weil diese Adresse Mitteilungen zu ${client} bekommt.`,
    leave: 'Alle Mails an diese Adresse beenden',
  },
};

/**
 * Notices as one mail: text for terminals, and HTML that consists only of tables (email-routing
 * 6.6).
 */
export function noticeMail(notices: readonly NoticeText[], frame: Frame): Mail {
  const [first, ...others] = notices;
  if (first === undefined) throw new Error('A mail has a notice.');
  return others.length === 0 ? mailOfOne(first, frame) : mailOfMany(notices, frame);
}

function mailOfOne({ title, lines, tables = [], button }: NoticeText, frame: Frame): Mail {
  const heading = oneLine(title);
  return framed(
    {
      title: heading,
      text: [...lines.map(wrapped), ...tables.flatMap(tableText)],
      html: [...lines.map(paragraph), ...tables.map(tableHtml)],
      button: { label: button.label, page: pageOf(button.path, frame) },
    },
    frame,
  );
}

/** Each notice with its lines and a link, above one shared button. */
function mailOfMany(notices: readonly NoticeText[], frame: Frame): Mail {
  const { many, portal } = WORDS[frame.language];
  return framed(
    {
      title: many(notices.length, frame.clientId),
      text: notices.flatMap(({ title, lines, button }, index) => [
        ...(index === 0 ? [] : ['']),
        wrapped(`* ${oneLine(title)}`),
        ...lines.map(wrapped),
        pageOf(button.path, frame),
      ]),
      html: notices.map(
        ({ title, lines, button }) =>
          `<h2 style="font-size:16px;line-height:24px;margin:16px 0 4px">${escaped(oneLine(title))}</h2>
${lines.map(paragraph).join('\n')}
<p style="margin:0 0 12px"><a href="${escaped(pageOf(button.path, frame))}" style="color:#2f6fb3">${escaped(button.label)}</a></p>`,
      ),
      button: { label: portal, page: pageOf('/', frame) },
    },
    frame,
  );
}

interface Content {
  readonly title: string;
  readonly text: readonly string[];
  readonly html: readonly string[];
  readonly button: { readonly label: string; readonly page: string };
}

function framed(
  { title, text, html, button }: Content,
  { language, clientId, environment, leave }: Frame,
): Mail {
  const place = environment === null ? clientId : `${clientId} (${environment})`;
  const subject = environment === null ? title : `[${environment}] ${title}`;
  const words = WORDS[language];
  const plain = [
    wrapped(title),
    '',
    ...text,
    '',
    `${button.label}:`,
    button.page,
    '',
    // The separator of a signature: programs show what follows in grey.
    '-- ',
    wrapped(words.why(place)),
    ...(leave === null ? [] : [`${words.leave}:`, leave]),
    '',
  ].join('\n');
  // Mail programs support tables and inline styles, and little else; Outlook only colours cells.
  const page = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#f5f7fa;font-family:Arial,Helvetica,sans-serif;color:#1f2933">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f5f7fa"><tr><td align="center" style="padding:16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:100%;max-width:600px;border-radius:8px"><tr><td style="padding:24px;text-align:left;font-size:16px;line-height:24px">
<h1 style="font-size:20px;line-height:28px;margin:0 0 16px">${escaped(title)}</h1>
${html.join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:20px 0 24px"><tr><td bgcolor="#2f6fb3" style="border-radius:4px;padding:12px 20px"><a href="${escaped(button.page)}" style="color:#ffffff;text-decoration:none;font-weight:bold">${escaped(button.label)}</a></td></tr></table>
<p style="margin:0;padding-top:12px;border-top:1px solid #e4e7eb;font-size:12px;line-height:18px;color:#52606d">${escaped(words.why(place))}${leave === null ? '' : ` <a href="${escaped(leave)}" style="color:#52606d">${escaped(words.leave)}</a>`}</p>
</td></tr></table>
</td></tr></table>
</body></html>
`;
  return { subject, text: plain, html: page };
}

function pageOf(path: string, { base, clientId }: Frame): string {
  const page = new URL(path, base);
  page.searchParams.set('client_id', clientId);
  return page.href;
}

const tableText = ({ title, rows }: NoticeTable): string[] => [
  '',
  ...(title === null ? [] : [title]),
  ...rows.map(({ label, value }) => `  ${label}: ${value}`),
];

function tableHtml({ title, rows }: NoticeTable): string {
  const head =
    title === null
      ? ''
      : `<h2 style="font-size:16px;line-height:24px;margin:20px 0 8px">${escaped(title)}</h2>`;
  return `${head}<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.map(rowHtml).join('')}</table>`;
}

function rowHtml({ label, value, share }: NoticeTable['rows'][number]): string {
  const name = `<td width="40%" style="padding:3px 8px 3px 0;font-size:13px">${escaped(label)}</td>`;
  if (share === undefined)
    return `<tr>${name}<td style="padding:3px 0;font-size:18px;font-weight:bold">${escaped(value)}</td></tr>`;
  return `<tr>${name}<td style="padding:3px 0">${barHtml(share)}</td><td width="15%" align="right" style="padding:3px 0 3px 8px;font-size:13px">${escaped(value)}</td></tr>`;
}

function barHtml(share: number): string {
  const width = Math.round(share * 100);
  if (width === 0) return '';
  return `<table role="presentation" width="${width}%" cellpadding="0" cellspacing="0"><tr><td bgcolor="#2f6fb3" style="height:12px;line-height:12px;font-size:0">&nbsp;</td></tr></table>`;
}

/** People choose names of webhooks, keys and campaigns: a subject is one line of limited length. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 150);

/** Wraps text for a terminal of 80 columns. */
const wrapped = (text: string): string => text.replace(/(.{1,76})(?: +|$)/g, '$1\n').trimEnd();

const paragraph = (line: string): string => `<p style="margin:0 0 12px">${escaped(line)}</p>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]!);
