import { isEmail, isFQDN } from 'class-validator';

/** As long as mail servers accept. */
export const MAX_EMAIL = 254;

export const DOMAIN_MESSAGE = 'must be a domain name, such as acme-dental.example';

/** Whether a value is the name of a web site (partner-clients 5.1). */
export const isDomain = (value: unknown): boolean => isFQDN(value);

/** Whether a value is a mail address (partner-clients 5.1). */
export const isMailAddress = (value: unknown): boolean => isEmail(value);
