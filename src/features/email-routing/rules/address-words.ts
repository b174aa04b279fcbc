/** Each address is in one of these (email-routing 1.4). */
export const ADDRESS_STATUSES = ['pending', 'verified', 'bounced', 'removed'] as const;
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

/** The languages in which mails are written. */
export const MAIL_LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** The most addresses of a client in an environment (email-routing 1.6). */
export const MOST_ADDRESSES = 50;
