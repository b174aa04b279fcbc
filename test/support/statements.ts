// Statements that run once a minute without a request: the queue's own checks, and the times of
// last use of keys.
const BACKGROUND = /\bjobs\.|SET last_(used|seen)_at = used\.at/;

// Statements before a new connection is leased, and the end of a read, which follows its answer:
// either may fall into the next request.
const BETWEEN_REQUESTS =
  /rolbypassrls|^BEGIN( ISOLATION|$)|^\s*SELECT set_config\('(app\.client_id|role|DateStyle)'|^COMMIT$|^ROLLBACK$/;

/**
 * The statements of requests, in order, among those that a spy of `Client.prototype.query`
 * recorded.
 */
export function requestStatements(calls: readonly (readonly unknown[])[]): string[] {
  return calls
    .map(([statement]) => textOf(statement))
    .filter((text) => !BACKGROUND.test(text) && !BETWEEN_REQUESTS.test(text));
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return String((statement as { text?: unknown } | undefined)?.text);
}
