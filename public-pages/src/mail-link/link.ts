/** The purpose of a mail's link, and its token. */
export interface MailLink {
  readonly act: 'verify' | 'unsubscribe';
  readonly token: string;
}

/** Reads the part of the page's address after #; null: it is not a link of a mail, or one that was cut. */
export function readLink(hash: string): MailLink | null {
  const [, kind, token] = /^#([uv])-([\w-]{43})$/.exec(hash) ?? [];
  if (!token) return null;
  return { act: kind === 'u' ? 'unsubscribe' : 'verify', token };
}
