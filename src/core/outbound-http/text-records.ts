import { Resolver } from 'node:dns/promises';

// Two queries to each name server, because a person waits for the answer.
const FIRST_TRY_MS = 1000;
const TRIES = 2;
const MAX_RECORDS = 100;
const NO_RECORDS = new Set(['ENODATA', 'ENOTFOUND']);

/** Queries the name servers for TXT records, and caches none. */
export class TextRecords {
  private readonly resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });

  /** @param servers `address:port` of the name servers; by default those of the system */
  constructor(servers?: readonly string[]) {
    if (servers) this.resolver.setServers(servers);
  }

  /** The texts of a name, each assembled from its parts; null if the name servers do not answer. */
  async of(name: string): Promise<readonly string[] | null> {
    try {
      const records = await this.resolver.resolveTxt(name);
      return records.slice(0, MAX_RECORDS).map((parts) => parts.join(''));
    } catch (error) {
      return NO_RECORDS.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    }
  }
}
