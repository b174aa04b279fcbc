/** The error messages of Chromium, Firefox and Safari for a script that cannot be loaded. */
const NOT_LOADED =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/;

/**
 * Reloads the document, once for each missing file of a page: the service was deployed while this
 * tab was open. The router does the same for the files of its routes, and records them under the
 * same name.
 */
export function reloadAfterDeployment(error: unknown): void {
  if (!(error instanceof Error) || !NOT_LOADED.test(error.message)) return;
  const mark = `tanstack_router_reload:${error.message}`;
  if (sessionStorage.getItem(mark) !== null) return;
  sessionStorage.setItem(mark, '1');
  location.reload();
}
