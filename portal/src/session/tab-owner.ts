const OWNER = 'signed-in';

/** The person whom this page is for; null until known. */
let shown: string | null = null;

/**
 * Records who is signed in. Everything that this tab keeps belongs to one person: another person's
 * drafts are deleted before anything is shown, and so is a page with that person's data if a
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

/**
 * Whether a person was signed in in this tab, so that a missing session means that it has ended.
 */
export const hasOwner = (): boolean => sessionStorage.getItem(OWNER) !== null;
