// Statements that run once a minute without a request: the queue's own checks, and the last uses of
// keys.
const BACKGROUND = /\bjobs\.|SET last_(used|seen)_at = used\.at/;

// Statements before a new connection is leased, and the end of a read, which follows its answer:
// either may fall into the next request.
const BETWEEN_REQUESTS =
  /rolbypassrls|^BEGIN( ISOLATION|$)|^\s*SELECT set_config\('(app\.client_id|role|DateStyle)'|^COMMIT$|^ROLLBACK$/;

/**
 * The texts of the statements that a spy of `Client.prototype.query` saw and that belong to
 * requests, in their order.
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
