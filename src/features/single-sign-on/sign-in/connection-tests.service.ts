import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { PORTAL_ERRORS } from '../../portal/portal.errors.js';
import { placeOfTest } from '../lookup/connection-rows.js';
import { LOCK_SSO } from '../lookup/connections.queries.js';
import { Connections } from '../lookup/connections.service.js';
import { requireOpenUse } from '../lookup/require-open-use.js';
import { DirectoryFailure } from '../provider/directory-failure.js';
import { DirectorySignIns, type EndedSignIn, type Outcome } from '../provider/directory-sign-ins.service.js';
import { tested } from '../rules/connection-versions.policy.js';
import { SSO_ACTIONS } from '../single-sign-on.audit.js';
import { SsoConnectionEntity } from '../single-sign-on.entities.js';
import { BegunSessions, sessionOf } from './begun-sessions.service.js';
import type { ConnectionTestResponse } from './sign-in.response.js';

interface StoredTest {
  readonly version: number;
  readonly outcome: Outcome;
}

/**
 * Test sign-ins of administrators: they show what a directory says, and create no session
 * (single-sign-on 4.7).
 */
@Injectable()
export class ConnectionTests {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly connections: Connections,
    private readonly signIns: DirectorySignIns,
    private readonly begunSessions: BegunSessions,
    private readonly keys: TenantKeys,
    private readonly sealed: SealedValues,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the address of the directory; null if the settings do not lead to one, which is the
   *   result of the test
   * @throws 404
   */
  async begin(
    auth: AuthContext,
    connectionId: string,
    browser: string,
    returnTo: string,
  ): Promise<string | null> {
    const { version } = await this.metadata.read(auth, (db) => this.connections.one(db, connectionId));
    const person = { userId: auth.principal.id, sessionId: sessionOf(auth) };
    const beginning = { purpose: 'test', connectionId, returnTo, ...person, hint: null } as const;
    try {
      return await this.signIns.begin(browser, beginning);
    } catch (error) {
      if (!(error instanceof DirectoryFailure)) throw error;
      const failure = { reason: error.reason, detail: error.detail };
      await this.keep(auth, connectionId, { version, outcome: { failure } });
      return null;
    }
  }

  /** @throws 400 if the session in which it began has ended, 403 if the person who began is no longer an administrator */
  async end({ begun, directory, outcome }: EndedSignIn): Promise<void> {
    const acting = await this.begunSessions.actingFor(begun, directory.tenant);
    if (acting?.auth.scope !== 'client_admin' || acting.isShutOut)
      throw new PlatformError(PORTAL_ERRORS.signInRefused);
    await this.keep(acting.auth, begun.connectionId, { version: begun.version, outcome });
  }

  /**
   * The result of the last test.
   * @throws 404
   */
  async show(auth: AuthContext, connectionId: string): Promise<ConnectionTestResponse> {
    const { testEncrypted, testEndedAt, version } = await this.metadata.read(auth, (db) =>
      this.connections.one(db, connectionId),
    );
    if (!testEncrypted || !testEndedAt) throw notFound();
    const text = await this.sealed.open(auth, placeOfTest(auth, connectionId), testEncrypted);
    const { version: testedVersion, outcome } = JSON.parse(text) as StoredTest;
    const proven = 'proven' in outcome ? outcome.proven : null;
    const failure = 'failure' in outcome ? outcome.failure : null;
    return {
      outcome: proven ? 'succeeded' : 'failed',
      is_of_newest_settings: testedVersion === version,
      ended_at_utc: testEndedAt.toISOString(),
      reason: failure?.reason ?? null,
      detail: failure?.detail ?? null,
      subject: proven?.subject ?? null,
      email: proven?.email ?? null,
      display_name: proven?.name ?? null,
      auth_time_utc: proven?.authTime ?? null,
      amr: [...(proven?.amr ?? [])],
      claims: [...(proven?.claims ?? [])],
    };
  }

  private async keep(auth: AuthContext, connectionId: string, test: StoredTest): Promise<void> {
    const key = await this.keys.current(auth, 'encryption');
    const testEncrypted = sealField(key, placeOfTest(auth, connectionId), JSON.stringify(test));
    await this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_SSO);
        await requireOpenUse(tx, auth, this.clock.now());
        const connection = await this.connections.one(tx, connectionId);
        const now = this.clock.now();
        const hasSucceeded = 'proven' in test.outcome;
        const isNewest = hasSucceeded && connection.version === test.version;
        await tx.repo(SsoConnectionEntity).update(
          { connectionId },
          {
            testEncrypted,
            testEndedAt: now,
            ...(isNewest && {
              ...tested(connection, test.version),
              testedAt: now,
              etag: newEtag(),
              // People who signed in with the earlier settings use these from now on.
              ...(connection.serving && {
                serving: connection.settings,
                servingSecretEncrypted: connection.secretEncrypted,
              }),
            }),
          },
        );
        await tx.auditDone(SSO_ACTIONS.connectionTested, {
          connection_id: connectionId,
          has_succeeded: hasSucceeded,
        });
      },
      { serializeBy: 'single sign-on' },
    );
  }
}
