import 'reflect-metadata';
import { globSync, mkdirSync } from 'node:fs';
import { ContributesNotice, MAIL_LANGUAGES } from '#app/core/mail/notice-kind.js';
import type { MailLanguage, NoticeKind } from '#app/core/mail/notice-kind.js';
import { noticeMail } from '#app/features/email-routing/lookup/notice-mail.policy.js';
import { mayHave, topicNamed } from '#app/features/email-routing/rules/topics.policy.js';
import { startBrowser } from './demo-browser.ts';
import { writeMarkdown } from './markdown.ts';

// Writes docs/mails.md and its pictures: each text of each kind of notice, from the built service,
// as HTML and as a terminal shows it.

const DIST = new URL('../../dist/', import.meta.url);
const FOLDER = new URL('../../docs/mails/', import.meta.url);
const WIDTH = 1560;
// Letters stay legible, and files small.
const SCALE = 0.7;

type Kind = NoticeKind<object>;

/** Notices go to the customer, except on topics that only partners have. */
function readerOf(kind: Kind, facts: object): 'client_admin' | 'partner_admin' {
  const topic = kind.topicOf(facts);
  return topic === null || mayHave('client_admin', topicNamed(topic)) ? 'client_admin' : 'partner_admin';
}

/** The kinds that features contribute; their texts do not need what Nest injects. */
async function kindsOfService(): Promise<Kind[]> {
  const kinds: Kind[] = [];
  for (const file of globSync('features/**/*notice*.js', { cwd: DIST.pathname }).toSorted()) {
    const module = (await import(new URL(file, DIST).href)) as Readonly<Record<string, unknown>>;
    for (const value of Object.values(module))
      if (typeof value === 'function' && Reflect.hasMetadata(ContributesNotice.KEY, value))
        kinds.push(Reflect.construct(value, []) as Kind);
  }
  return kinds;
}

const mailsOf = (kinds: readonly Kind[], language: MailLanguage) => {
  const texts = kinds.flatMap((kind) =>
    (kind.examples ?? []).map((facts) => kind.text(facts, language, 'UTC', readerOf(kind, facts))),
  );
  const frame = {
    language,
    clientId: 'acme-dental',
    environment: null,
    base: 'https://portal.example.com',
    leave: 'https://portal.example.com/mail#u-4f9c2a7e1b',
  };
  return [...texts.map((text) => noticeMail([text], frame)), noticeMail(texts.slice(0, 3), frame)];
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const sheet = (cells: readonly string[]): string => `<!doctype html><meta charset="utf-8">
<style>body{margin:0;background:#cbd2d9;font-family:Arial}main{columns:3;column-gap:12px;padding:12px}
section{break-inside:avoid;margin-bottom:12px;background:#fff}h6{margin:0;padding:6px 10px;font-size:12px;background:#e4e7eb}
iframe{border:0;width:100%;display:block}pre{margin:0;padding:10px;white-space:pre-wrap;overflow-wrap:anywhere;font-size:10.4px;line-height:15px;background:#102a43;color:#f0f4f8}</style>
<main>${cells.join('\n')}</main>`;

/** In a separate browser, because one does not have enough memory for several long pages. */
async function picture(file: string, html: string): Promise<void> {
  const browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 800 }, deviceScaleFactor: SCALE });
  await page.setContent(html, { waitUntil: 'load' });
  await page.evaluate(`for (const frame of document.querySelectorAll('iframe'))
    frame.style.height = frame.contentDocument.documentElement.scrollHeight + 'px';`);
  await page.screenshot({ path: new URL(file, FOLDER).pathname, fullPage: true });
  await browser.close();
}

const table = (kinds: readonly Kind[]): string[] =>
  kinds.flatMap((kind) =>
    (kind.examples ?? []).map((facts) => {
      const { title } = kind.text(facts, 'en', 'UTC', readerOf(kind, facts));
      const isUrgent = kind.attachments !== undefined || kind.isUrgent?.(facts) === true;
      const topic = kind.topicOf(facts);
      return `| ${title} | ${topic === null ? '' : `\`${topic}\``} | ${isUrgent ? 'yes' : ''} |`;
    }),
  );

const kinds = await kindsOfService();
mkdirSync(FOLDER, { recursive: true });
for (const language of MAIL_LANGUAGES) {
  const mails = mailsOf(kinds, language);
  const html = mails.map(
    (it) =>
      `<section><h6>${escaped(it.subject)}</h6><iframe srcdoc="${escaped(it.html)}"></iframe></section>`,
  );
  const text = mails.map(
    (it) => `<section><h6>${escaped(it.subject)}</h6><pre>${escaped(it.text)}</pre></section>`,
  );
  await picture(`${language}-html.png`, sheet(html));
  await picture(`${language}-text.png`, sheet(text));
}
await writeMarkdown(
  new URL('../mails.md', FOLDER),
  [
    '# Mails of notices\n',
    'Written by `npm run mails` from the code that writes them; names are invented.',
    '[Email routing](contract/email-routing.md) rules who gets them, and when.\n',
    '| subject | topic | urgent |',
    '| --- | --- | --- |',
    ...table(kinds),
    '',
    'Urgent ones are mailed at once, also in quiet hours and to those who chose one mail a day. The last mail of each',
    'picture is such a mail of the day.\n',
    ...MAIL_LANGUAGES.flatMap((language) => [
      `## ${language === 'en' ? 'English' : 'German'}\n`,
      `![As HTML](mails/${language}-html.png)\n`,
      `![As text](mails/${language}-text.png)\n`,
    ]),
  ].join('\n'),
);
