/** Links of mails. The token follows #, which browsers do not send to any server. */
export const confirmLink = (base: string, token: string): string => new URL(`/mail#v-${token}`, base).href;
export const leaveLink = (base: string, token: string): string => new URL(`/mail#u-${token}`, base).href;

/** The route that unsubscribes directly, for mail programs (RFC 8058). */
export const leaveByProgram = (base: string, token: string): string =>
  new URL(`/v1/email-routing/unsubscribe?token=${token}`, base).href;
