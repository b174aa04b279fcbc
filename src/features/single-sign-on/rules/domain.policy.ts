import { domainToASCII } from 'node:url';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';

/** As many as a group of companies uses for mail. */
export const MOST_DOMAINS = 20;

/** A domain whose record was not seen for this long no longer counts for its connection. */
const LOST_AFTER_MS = 7 * DAY_MS;

export const DOMAIN_STATUSES = ['pending', 'verified', 'lost'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** Domains at which anyone can get a mailbox; no client owns one (single-sign-on 3.2). */
const PUBLIC_MAIL = new Set(
  (
    'gmail.com googlemail.com outlook.com outlook.de outlook.fr hotmail.com hotmail.de hotmail.fr hotmail.co.uk live.com ' +
    'live.de msn.com passport.com yahoo.com yahoo.de yahoo.fr yahoo.co.uk yahoo.co.jp yahoo.com.au yahoo.com.br ymail.com ' +
    'rocketmail.com aol.com aim.com icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me gmx.de gmx.net ' +
    'gmx.com gmx.at gmx.ch web.de freenet.de t-online.de mail.de posteo.de mailbox.org tutanota.com tutanota.de tuta.com ' +
    'tuta.io arcor.de online.de kabelmail.de vodafone.de mail.com email.com fastmail.com fastmail.fm hey.com zoho.com ' +
    'zohomail.com yandex.ru yandex.com ya.ru mail.ru bk.ru inbox.ru list.ru rambler.ru qq.com 163.com 126.com sina.com ' +
    'foxmail.com naver.com hanmail.net daum.net rediffmail.com orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it ' +
    'virgilio.it tiscali.it alice.it bluewin.ch hispeed.ch sunrise.ch chello.at aon.at bigpond.com optusnet.com.au ' +
    'btinternet.com sky.com virginmedia.com comcast.net verizon.net att.net sbcglobal.net cox.net charter.net shaw.ca ' +
    'rogers.com sympatico.ca uol.com.br bol.com.br terra.com.br seznam.cz wp.pl o2.pl onet.pl interia.pl mailinator.com ' +
    'guerrillamail.com 10minutemail.com yopmail.com temp-mail.org trashmail.com duck.com simplelogin.com passmail.net'
  ).split(' '),
);

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 253;

/** A domain in lower case and in ASCII; null for a text that is not a domain. */
export function readDomain(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const domain = domainToASCII(text.trim().normalize('NFC').replace(/\.$/, ''));
  const labels = domain.split('.');
  const isSound = labels.length >= 2 && domain.length <= MAX_LENGTH && labels.every((it) => LABEL.test(it));
  return isSound && !/^\d+$/.test(labels.at(-1)!) ? domain : null;
}

/** The domain of a mail address, if a connection may own it; null for any other text. */
export function domainOfAddress(address: string): string | null {
  const at = address.lastIndexOf('@');
  return at < 1 ? null : readDomain(address.slice(at + 1));
}

export const isPublicMailDomain = (domain: string): boolean => PUBLIC_MAIL.has(domain);

/** The name and the value of the record that proves a domain (single-sign-on 3.3). */
export const recordOf = (
  domain: string,
  token: string,
): { readonly name: string; readonly value: string } => ({
  name: `_telephony-sign-in.${domain}`,
  value: `telephony-domain=${token}`,
});

/** Whether one of the records has the value. */
export const isProven = (records: readonly string[], value: string): boolean =>
  records.some((it) => it.trim() === value);

interface CheckedDomain {
  readonly status: DomainStatus;
  /** When the record was last seen; null: never. */
  readonly lastFoundAt: Date | null;
}

/**
 * The status after a daily look-up (single-sign-on 3.4). A lost domain is verified again only
 * on request, because it may have another owner by then.
 * @param isFound null if the name servers did not answer
 */
export function statusAfterCheck(domain: CheckedDomain, isFound: boolean | null, now: Date): DomainStatus {
  if (domain.status !== 'verified' || isFound === true) return domain.status;
  const since = domain.lastFoundAt?.getTime() ?? 0;
  return now.getTime() - since >= LOST_AFTER_MS ? 'lost' : 'verified';
}
