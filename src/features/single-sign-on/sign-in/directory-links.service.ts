import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { PORTAL_ERRORS } from '../../portal/portal.errors.js';
import { DirectoryFailure } from '../provider/directory-failure.js';
import { DirectorySignIns, refusalOf, type EndedSignIn } from '../provider/directory-sign-ins.service.js';
import type { ConnectionKind } from '../rules/connection-settings.policy.js';
import { BegunSessions, sessionOf } from './begun-sessions.service.js';
import { DirectoryPeople } from './directory-people.service.js';
import { LINKS_OF_PERSON } from './sign-in.queries.js';
import type { DirectoryLinksResponse } from './sign-in.response.js';

interface LinkRow {
  readonly connection_id: string;
  readonly name: string;
  readonly kind: ConnectionKind;
  readonly linked_at: Date | null;
}

/**
 * Links of people to their accounts in a directory, created while they are signed in
 * (single-sign-on 4.5).
 */
@Injectable()
export class DirectoryLinks {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly begunSessions: BegunSessions,
    private readonly signIns: DirectorySignIns,
    private readonly people: DirectoryPeople,
  ) {}

  list(auth: AuthContext): Promise<DirectoryLinksResponse> {
    return this.metadata.read(auth, async (db) => {
      const rows = await db.query<LinkRow & Record<string, unknown>>(LINKS_OF_PERSON, [auth.principal.id]);
      return {
        items: rows.map((row) => ({
          connection_id: row.connection_id,
          name: row.name,
          kind: row.kind,
          is_linked: row.linked_at !== null,
          linked_at_utc: row.linked_at?.toISOString() ?? null,
        })),
      };
    });
  }

  /**
   * @returns the address of the directory
   * @throws 404 for a connection of another client, and for one that is not active
   */
  async begin(auth: AuthContext, connectionId: string, browser: string, returnTo: string): Promise<string> {
    const { items } = await this.list(auth);
    if (!items.some((it) => it.connection_id === connectionId)) throw notFound();
    const person = { userId: auth.principal.id, sessionId: sessionOf(auth) };
    const beginning = { purpose: 'link', connectionId, returnTo, ...person, hint: null } as const;
    try {
      const url = await this.signIns.begin(browser, beginning);
      if (url === null) throw notFound();
      return url;
    } catch (error) {
      throw error instanceof DirectoryFailure ? refusalOf(error.reason) : error;
    }
  }

  /**
   * @returns whether the person was shut out, and now may come in through the directory
   * @throws 400 if the session has ended, 403 if the directory or the client refuses the person, 409
   *   for the account of another person, and for another address of a person who is shut out
   */
  async end({ begun, directory, outcome }: EndedSignIn): Promise<boolean> {
    if ('failure' in outcome) throw refusalOf(outcome.failure.reason);
    const acting = await this.begunSessions.actingFor(begun, directory.tenant);
    if (!acting) throw new PlatformError(PORTAL_ERRORS.noPortalAccess);
    await this.people.link(acting, directory, outcome.proven);
    return acting.isShutOut;
  }
}
