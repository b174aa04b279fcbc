const OWNER = 'signed-in';

/** The person whom this page shows; null until it is known. */
let shown: string | null = null;

/**
 * Notes who is signed in. All that this tab keeps belongs to one person: what another one has
 * filled in is gone before anything is shown, and so is a page with that person's data, where a
 * sign-in in another tab has changed the person.
 * @param userId empty for a person without a client
 */
export function takeTab(userId: string): void {
  if (sessionStorage.getItem(OWNER) !== userId) {
    sessionStorage.clear();
    sessionStorage.setItem(OWNER, userId);
  }
  if (shown !== null && shown !== userId) window.location.reload();
  shown = userId;
}

/** Whether a person was signed in in this tab: a session that is missing later has ended. */
export const hasOwner = (): boolean => sessionStorage.getItem(OWNER) !== null;
