export { MAIL_LANGUAGES, type MailLanguage } from '../../../core/mail/notice-kind.js';

/** Every address has one of these statuses (email-routing 1.4). */
export const ADDRESS_STATUSES = ['pending', 'verified', 'bounced', 'removed'] as const;
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

/** The most addresses of a client in an environment (email-routing 1.6). */
export const MOST_ADDRESSES = 50;

/** `dropped`: when it was to be sent, its address was no longer allowed to get it. */
export type NoticeStatus = 'waiting' | 'sent' | 'failed' | 'dropped';
