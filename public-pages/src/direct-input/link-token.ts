import { isToken } from './token-binding.js';

// The token stays in this tab: no address, no history and no other tab holds it. A reload finds it
// again.

const KEY = 'direct-input';
const SENT = 'sent';

/** What the tab knows: the token of an open form, that the form was sent, or nothing. */
export type Link = { readonly kind: 'token'; readonly token: string } | { readonly kind: 'sent' | 'none' };

function stored(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    // A browser may refuse storage to a page. The form works, and does not survive a reload.
    return '';
  }
}

function store(value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, value);
  } catch {
    // As above.
  }
}

/** Takes the token out of the address, or finds what the tab stored when it loaded earlier. */
export function takeLink(): Link {
  const fromAddress = location.hash.slice(1);
  if (fromAddress !== '') {
    history.replaceState(null, '', location.pathname);
    store(isToken(fromAddress) ? fromAddress : null);
    return isToken(fromAddress) ? { kind: 'token', token: fromAddress } : { kind: 'none' };
  }
  const kept = stored();
  if (kept === SENT) return { kind: 'sent' };
  return isToken(kept) ? { kind: 'token', token: kept } : { kind: 'none' };
}

/** Erases the token permanently. */
export const forgetLink = (wasSent: boolean): void => store(wasSent ? SENT : null);
