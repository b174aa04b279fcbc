import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import type { DataEnv, Tenant } from '../../../core/shared/auth-context.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import { Clock } from '../../../core/time/clock.js';
import type { ConnectionKind, ConnectionSettings } from '../rules/connection-settings.policy.js';
import { placeOfSecret } from './connection-rows.js';
import { SsoSecrets } from './sign-in-secrets.js';
import {
  BEGIN,
  CONNECTION_BY_ID,
  CONNECTION_OF_DOMAIN,
  KEEP_ANSWER,
  SUBJECT_OF_USER,
  TAKE,
  UNANSWERED,
} from './sign-in-store.queries.js';

/** As long as the browser's cookie lives. */
const SIGN_IN_MS = 10 * 60_000;

type Purpose = 'sign_in' | 'test' | 'link';

/** A sign-in in progress. */
export interface BegunSignIn {
  readonly purpose: Purpose;
  readonly connectionId: string;
  /** The version of the connection's settings that it uses. */
  readonly version: number;
  readonly nonce: string;
  readonly verifier: string;
  /** The ID of the request of SAML. */
  readonly requestId: string;
  readonly returnTo: string;
  /** The person who tests the connection or links an account; null for a sign-in. */
  readonly userId: string | null;
  /** The session of that person; null for a sign-in, or if the person uses a token instead. */
  readonly sessionId: string | null;
}

/** One version of a connection, with its secret. */
export interface Directory {
  readonly tenant: Tenant;
  readonly connectionId: string;
  readonly kind: ConnectionKind;
  readonly version: number;
  readonly settings: ConnectionSettings;
  readonly secret: string | null;
  readonly defaultRole: PortalRole | null;
}

interface ConnectionRow {
  readonly client_id: string;
  readonly data_env: DataEnv;
  readonly connection_id: string;
  readonly kind: ConnectionKind;
  readonly settings: ConnectionSettings;
  readonly secret_encrypted: Buffer | null;
  readonly version: number;
  readonly serving: ConnectionSettings | null;
  readonly serving_version: number | null;
  readonly serving_secret_encrypted: Buffer | null;
  readonly default_role: PortalRole | null;
}

/** Connections, and sign-ins of people who are not known yet and may belong to any client. */
@Injectable()
export class SignInStore {
  constructor(
    private readonly store: SystemQueries,
    private readonly secrets: SsoSecrets,
    private readonly sealed: SealedValues,
    private readonly clock: Clock,
  ) {}

  async connectionOfDomain(domain: string): Promise<string | null> {
    const [row] = await this.store.query<{ connection_id: string }>(CONNECTION_OF_DOMAIN, [domain]);
    return row?.connection_id ?? null;
  }

  /**
   * The settings of a connection: those in use, or the newest.
   * @returns null if there is no such connection, or no settings are in use
   */
  async directory(connectionId: string, which: 'serving' | 'newest'): Promise<Directory | null> {
    if (!isGivenId(connectionId)) return null;
    const [row] = await this.store.query<ConnectionRow>(CONNECTION_BY_ID, [connectionId]);
    const isServing = which === 'serving';
    if (!row || (isServing && row.serving === null)) return null;
    const sealed = isServing ? row.serving_secret_encrypted : row.secret_encrypted;
    const tenant = { clientId: row.client_id, dataEnv: row.data_env };
    return {
      tenant,
      connectionId,
      kind: row.kind,
      version: isServing ? row.serving_version! : row.version,
      settings: isServing ? row.serving! : row.settings,
      secret: sealed && (await this.sealed.open(tenant, placeOfSecret(tenant, connectionId), sealed)),
      defaultRole: row.default_role,
    };
  }

  /** The subject under which a person has sessions. */
  async subjectOf(userId: string): Promise<string> {
    const [row] = await this.store.query<{ subject: string }>(SUBJECT_OF_USER, [userId]);
    return row!.subject;
  }

  async begin(browser: string, state: string, begun: BegunSignIn): Promise<void> {
    const stateHash = this.secrets.hash('state', state);
    const now = this.clock.now();
    await this.store.query(BEGIN, [
      stateHash,
      this.secrets.hash('browser', browser),
      this.secrets.seal(stateHash.toString('hex'), begun),
      new Date(now.getTime() + SIGN_IN_MS),
      now,
    ]);
  }

  /** A sign-in that waits for the answer of its directory. */
  async unanswered(state: string): Promise<BegunSignIn | null> {
    const stateHash = this.secrets.hash('state', state);
    const [row] = await this.store.query<{ begun_encrypted: Buffer }>(UNANSWERED, [
      stateHash,
      this.clock.now(),
    ]);
    return row ? (this.secrets.open(stateHash.toString('hex'), row.begun_encrypted) as BegunSignIn) : null;
  }

  /** @returns whether it was the first answer */
  async keepAnswer(state: string, answer: object): Promise<boolean> {
    const stateHash = this.secrets.hash('state', state);
    const sealed = this.secrets.seal(`${stateHash.toString('hex')} answer`, answer);
    return (await this.store.query(KEEP_ANSWER, [stateHash, sealed])).length > 0;
  }

  /** Ends a sign-in for the browser in which it began. Null for every other state and browser. */
  async take(
    state: string,
    browser: string,
  ): Promise<{ readonly begun: BegunSignIn; readonly answer: unknown } | null> {
    const stateHash = this.secrets.hash('state', state);
    const [row] = await this.store.query<{
      begun_encrypted: Buffer;
      answer_encrypted: Buffer | null;
      ends_at: Date;
    }>(TAKE, [stateHash, this.secrets.hash('browser', browser)]);
    if (!row || row.ends_at <= this.clock.now()) return null;
    const place = stateHash.toString('hex');
    return {
      begun: this.secrets.open(place, row.begun_encrypted) as BegunSignIn,
      answer: row.answer_encrypted && this.secrets.open(`${place} answer`, row.answer_encrypted),
    };
  }
}
