const RELOADED_AT = 'reloaded-at';

// A second fault within this time is none of a deployment: a reload would not mend it.
const ONCE_IN_MS = 60_000;

/**
 * Loads the document again, once, where a file of the page that a person goes to is no longer there: the service
 * was deployed while this tab was open.
 */
export function reloadAfterDeployment(): void {
  addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - reloadedAt < ONCE_IN_MS) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}
