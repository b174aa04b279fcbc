// A document that is younger has the names of the files that are there.
const OLD_MS = 60_000;

/** The words of Chromium, Firefox and Safari for a script that cannot be loaded. */
const NOT_LOADED =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/;

/**
 * Whether a page broke because a file of it is gone: the service was deployed while this tab was open. The router
 * looks after files of its routes itself.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && NOT_LOADED.test(error.message) && performance.now() > OLD_MS;
