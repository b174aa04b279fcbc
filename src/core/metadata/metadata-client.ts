import { Client } from 'pg';
import type { ClientConfig } from 'pg';

// pg's own words when query_timeout has passed.
const READ_TIMEOUT = 'Query read timeout';

/**
 * A pg client that is gone once a query of it has timed out. pg leaves the query in flight, and TypeORM gives the
 * connection back as if nothing had happened: every later query would wait behind an answer that never comes.
 */
export class MetadataClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const result = query(...args);
      return result instanceof Promise ? result.catch((error: unknown) => this.leave(error)) : result;
    }) as typeof this.query;
  }

  /** Throws the error on once nobody can lease this client any more. */
  private async leave(error: unknown): Promise<never> {
    if (error instanceof Error && error.message === READ_TIMEOUT) {
      const ended = new Promise((resolve) => this.once('end', resolve));
      this.connection.stream.destroy();
      await ended;
    }
    throw error;
  }
}
