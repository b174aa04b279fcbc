import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { ActiveCalls } from '../../calls/lookup/active-calls.service.js';
import { DIRECT_INPUT_ACTIONS } from '../direct-input.audit.js';
import { DIRECT_INPUT_ERRORS } from '../direct-input.errors.js';
import { DirectInputSecrets } from '../lookup/direct-input-secrets.js';
import { compactJwe, type Envelope } from '../rules/envelope.policy.js';
import { ERASE_SESSIONS, erasureTime, erasureTimes } from '../rules/erase-work.js';
import { faultsOfTerms, type SessionTerms } from '../rules/form.policy.js';
import { linkToken } from '../rules/link-token.policy.js';
import { pointOf } from '../rules/public-key.policy.js';
import { ASKED_AGAIN_MS, sessionStatus, type StoredStatus } from '../rules/session-status.policy.js';
import type { StoredForm } from '../rules/stored-form.js';
import type { DirectInputSessionRequest } from '../rules/session.request.js';
import type { DirectInputSessionResponse, DirectInputStateResponse } from '../rules/session.response.js';
import { ADD_LINK, COLLECT, OPEN_SESSION, SESSION_STATE } from './sessions.queries.js';

const DEFAULT_LOCALE = 'en';

interface StateRow {
  readonly status: StoredStatus;
  readonly expires_at: Date;
  readonly collectable_until: Date | null;
}

interface CollectedRow {
  readonly call_id: string;
  readonly envelope: Envelope;
  readonly is_first: boolean;
}

/** Opens sessions, and returns the answers to runtimes (direct-input sections 2 and 5). */
@Injectable()
export class SessionsService {
  private readonly page: string;

  constructor(
    @Inject(SETTINGS) { portal }: Settings,
    private readonly stores: TenantStores,
    private readonly metadata: MetadataStore,
    private readonly calls: ActiveCalls,
    private readonly secrets: DirectInputSecrets,
    private readonly clock: Clock,
  ) {
    this.page = `${portal.url}/i`;
  }

  /**
   * @param request unchecked
   * @throws 422 naming each field, 404 for an unknown call, 409 for one that is not in progress
   */
  async open(auth: AuthContext, request: DirectInputSessionRequest): Promise<DirectInputSessionResponse> {
    const faults = faultsOfTerms(request);
    if (faults.length > 0) throw unprocessable(...faults);
    const terms = request as SessionTerms;
    const key = pointOf(terms.public_key);
    const token = linkToken(randomBytes(16), key);
    const sessionId = randomUUID();
    const expiresAt = new Date(this.clock.now().getTime() + terms.expires_in_seconds * 1000);
    const { fields, locale = DEFAULT_LOCALE } = terms;
    await this.store(auth, { sessionId, expiresAt, callId: terms.call_id, form: { fields, key, locale } });
    // After the session: a link without its session does not work, and expires.
    await this.metadata.transaction(auth, (tx) =>
      tx.query(ADD_LINK, [sessionId, this.secrets.hashesOfToken(token)[0], expiresAt]),
    );
    return { session_id: sessionId, url: `${this.page}#${token}`, expires_at_utc: expiresAt.toISOString() };
  }

  /**
   * Reads the status of a session and returns the answers, which are erased a minute after the
   * first time.
   * @throws 404 for an unknown session, or one of another tenant
   */
  async collect(auth: AuthContext, sessionId: string): Promise<DirectInputStateResponse> {
    const state = await this.state(auth, sessionId);
    if (state.status !== 'received') return state;
    const envelope = await this.take(auth, sessionId);
    // The session has ended in the meantime.
    if (!envelope) return this.state(auth, sessionId);
    const jwe = compactJwe(envelope);
    return { ...state, envelope, ...(jwe !== undefined && { jwe }) };
  }

  /**
   * Reads the status of a session without collecting the answers.
   * @throws 404 for an unknown session, or one of another tenant
   */
  async state(auth: AuthContext, sessionId: string): Promise<DirectInputStateResponse> {
    if (!isGivenId(sessionId)) throw notFound();
    const [row] = await this.stores.read<StateRow>(auth, { ...SESSION_STATE, values: [sessionId] });
    if (!row) throw notFound();
    const { status, expires_at: expiresAt, collectable_until: collectableUntil } = row;
    return {
      session_id: sessionId,
      status: sessionStatus({ status, expiresAt, collectableUntil }, this.clock.now()),
    };
  }

  private store(
    auth: AuthContext,
    session: { sessionId: string; callId: string; form: StoredForm; expiresAt: Date },
  ): Promise<void> {
    const { sessionId, callId, form, expiresAt } = session;
    return this.stores.transaction(auth, async (tx) => {
      const call = await this.calls.hold(tx, callId);
      if (call === 'absent') throw notFound();
      if (call === 'not_active') throw new PlatformError(DIRECT_INPUT_ERRORS.callNotActive);
      await tx.query(OPEN_SESSION, [sessionId, callId, JSON.stringify(form), expiresAt]);
      for (const notBefore of erasureTimes(expiresAt)) await tx.enqueue(ERASE_SESSIONS, {}, { notBefore });
      await tx.auditDone(DIRECT_INPUT_ACTIONS.opened, {
        session_id: sessionId,
        call_id: callId,
        fields: form.fields.length,
      });
    });
  }

  private take(auth: AuthContext, sessionId: string): Promise<Envelope | null> {
    return this.stores.transaction(auth, async (tx) => {
      const now = this.clock.now();
      const until = new Date(now.getTime() + ASKED_AGAIN_MS);
      const [row] = await tx.query<CollectedRow>(COLLECT, [sessionId, now, until]);
      if (!row) return null;
      if (!row.is_first) return row.envelope;
      await tx.enqueue(ERASE_SESSIONS, {}, { notBefore: erasureTime(until) });
      await tx.auditDone(DIRECT_INPUT_ACTIONS.collected, { session_id: sessionId, call_id: row.call_id });
      return row.envelope;
    });
  }
}
