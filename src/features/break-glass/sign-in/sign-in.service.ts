import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { DataEnv } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { Clock } from '../../../core/time/clock.js';
import { SessionOpener } from '../../portal/entry/session-opener.service.js';
import { OPEN_WITHIN_MS } from '../rules/break-glass.policy.js';
import { Challenges } from '../lookup/challenges.service.js';
import { BEGIN_USE, HELD_CLIENTS } from './sign-in.queries.js';
import type { BreakGlassSignedInResponse, BreakGlassSignInRequest } from './sign-in.messages.js';

/**
 * A passkey that a person holds, with a PIN or a fingerprint (RFC 8176): two factors, so that no
 * policy about their kinds shuts a holder out.
 */
const METHODS = ['hwk', 'user', 'mfa'];

interface HeldClient {
  readonly client_id: string;
  readonly data_env: DataEnv;
  readonly subject: string;
}

/** Signs a holder in with a passkey alone (break-glass 3.1). */
@Injectable()
export class BreakGlassSignIn {
  constructor(
    private readonly challenges: Challenges,
    private readonly store: SystemQueries,
    private readonly sessions: SessionOpener,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives the browser a session that can do nothing but open its use, for five minutes.
   * @throws 401 for every failure alike
   */
  async enter(
    request: BreakGlassSignInRequest,
    browser: PlatformRequest,
    response: Response,
  ): Promise<BreakGlassSignedInResponse> {
    const signer = await this.challenges.signer(request);
    if (!signer) throw new PlatformError(CATALOGUE.unauthorized);
    const { userId, factorId } = signer;
    const held = await this.store.query<HeldClient>(HELD_CLIENTS, [userId, factorId]);
    const { client_id: wanted = held[0]?.client_id } = request;
    const client = held.find(({ client_id: id }) => id === wanted);
    if (!client) throw new PlatformError(CATALOGUE.unauthorized);
    const { client_id: clientId, data_env: dataEnv, subject } = client;
    const useId = randomUUID();
    const now = this.clock.now();
    await this.store.query(BEGIN_USE, [clientId, dataEnv, useId, userId, now]);
    await this.sessions.open(
      {
        subject,
        dataEnv,
        onlyClientId: clientId,
        proof: { authTime: now, amr: METHODS, connectionId: null, breakGlassId: useId },
        provided: null,
        endsAt: new Date(now.getTime() + OPEN_WITHIN_MS),
      },
      browser,
      response,
    );
    return { use_id: useId, client_id: clientId };
  }
}
