import type { MailLanguage } from './notice-kind.js';

const LOCALES: Readonly<Record<MailLanguage, string>> = { en: 'en-GB', de: 'de-DE' };

/** Formats an instant in a zone, followed by the name of the zone. */
export const instantInMail = (at: string, language: MailLanguage, zone: string): string =>
  `${new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(new Date(at))} ${zone}`;
