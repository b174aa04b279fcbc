import type { MailLanguage } from './notice-kind.js';

const LOCALES: Readonly<Record<MailLanguage, string>> = { en: 'en-GB', de: 'de-DE' };

/** An instant in a zone, and the zone, for a line of a notice. */
export const instantInMail = (at: string, language: MailLanguage, zone: string): string =>
  `${new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(new Date(at))} ${zone}`;
