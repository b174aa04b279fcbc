const PAGE = '/invitations';
// Only while the person signs in: the page removes it afterwards.
const STORED = 'invitation';

function takeFromAddress(): string | null {
  const { pathname, hash } = window.location;
  if (pathname !== PAGE || hash.length < 2) return null;
  window.history.replaceState(window.history.state, '', PAGE);
  return hash.slice(1);
}

function takeStored(): string | null {
  if (window.location.pathname !== PAGE) return null;
  const stored = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  return stored;
}

/**
 * The token of the invitation that was opened; null: none was. It leaves the address bar and the
 * history of this tab before anything is drawn or sent: main imports this file first.
 */
let token = takeFromAddress() ?? takeStored();

export const invitationToken = (): string | null => token;

/** Keeps the token during the redirect to the identity provider and back. */
export function keepInvitationToken(): void {
  if (token !== null) sessionStorage.setItem(STORED, token);
}

export const isInvitationKept = (): boolean => sessionStorage.getItem(STORED) !== null;

// A second link that is opened in the same tab only changes the part after #.
window.addEventListener('hashchange', () => {
  const opened = takeFromAddress();
  if (opened === null) return;
  token = opened;
  keepInvitationToken();
  window.location.reload();
});
