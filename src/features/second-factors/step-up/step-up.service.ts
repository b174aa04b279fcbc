import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { SessionProofs } from '../../portal/entry/session-proofs.service.js';
import { PORTAL_ERRORS } from '../../portal/portal.errors.js';
import { factorsOf, type FactorRow } from '../lookup/factor-rows.js';
import { FactorSecrets } from '../lookup/factor-secrets.js';
import {
  ADD_CHALLENGE,
  COUNT_CODES,
  TAKE_CHALLENGE,
  USE_CODE,
  USE_PASSKEY,
  USE_WINDOW,
} from '../lookup/factors.queries.js';
import { MfaPolicies } from '../lookup/mfa-policies.service.js';
import { Passkeys } from '../lookup/passkeys.js';
import { wrongProof } from '../lookup/wrong-proof.js';
import { policyFor, usableKinds, type MfaPolicy } from '../rules/step-up.policy.js';
import { windowOfCode } from '../rules/totp.policy.js';
import { METHOD_OF, type FactorKind, type ProofKind } from '../rules/vocabulary.js';
import { SECOND_FACTOR_ACTIONS } from '../second-factors.audit.js';
import type { ConfirmStepUpRequest } from './step-up.request.js';
import type { StepUpResponse } from './step-up.response.js';

const CHALLENGE_MS = 5 * 60_000;

/** Lets the person of a session prove their identity again (second-factors section 4). */
@Injectable()
export class StepUpService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly policies: MfaPolicies,
    private readonly secrets: FactorSecrets,
    private readonly passkeys: Passkeys,
    private readonly proofs: SessionProofs,
    private readonly clock: Clock,
  ) {}

  /**
   * The ways that the person can use.
   * @throws 403 without a portal session
   */
  async begin(auth: AuthContext): Promise<StepUpResponse> {
    const { sessionId, policy } = await this.sessionOf(auth);
    const { id: userId } = auth.principal;
    const now = this.clock.now();
    return this.metadata.transaction(auth, async (tx) => {
      const confirmed = await confirmedOf(tx, userId, now);
      const usable = usableKinds(policy, kindsOf(confirmed));
      const [count] = await tx.query<{ codes: number }>(COUNT_CODES, [userId]);
      const kinds: ProofKind[] = [...usable];
      if ((count?.codes ?? 0) > 0) kinds.push('recovery_code');
      const passkeys = confirmed.filter(({ kind }) => kind === 'webauthn' && usable.includes(kind));
      if (passkeys.length === 0) return { kinds, challenge_id: null, authentication: null };
      const authentication = await this.passkeys.authentication(passkeys);
      const challengeId = randomUUID();
      const endsAt = new Date(now.getTime() + CHALLENGE_MS);
      const values = [userId, now, challengeId, sessionId, authentication.challenge, endsAt];
      await tx.query(ADD_CHALLENGE, values);
      return { kinds, challenge_id: challengeId, authentication };
    });
  }

  /**
   * Accepts a proof; each counts once, in all processes.
   * @returns the time until which it counts
   * @throws 400 for a proof that does not count, 403 without a session of the portal
   */
  async confirm(auth: AuthContext, request: ConfirmStepUpRequest): Promise<Date> {
    const { sessionId, policy } = await this.sessionOf(auth);
    const { kind } = request;
    const isProved = await this.metadata.transaction(auth, async (tx) => {
      if (!(await this.prove(tx, auth.principal.id, sessionId, policy, request))) return false;
      await tx.auditDone(SECOND_FACTOR_ACTIONS.steppedUp, { kind });
      return true;
    });
    if (!isProved) {
      const metadata = { kind };
      await this.metadata.recordAudit(auth, {
        action: SECOND_FACTOR_ACTIONS.refused,
        outcome: 'denied',
        metadata,
      });
      throw wrongProof(kind);
    }
    await this.proofs.add(sessionId, METHOD_OF[kind]);
    return new Date(this.clock.now().getTime() + policy.stepUpMinutes * 60_000);
  }

  private async prove(
    tx: UnitOfWork,
    userId: string,
    sessionId: string,
    policy: MfaPolicy,
    { kind, code, challenge_id: challengeId, response }: ConfirmStepUpRequest,
  ): Promise<boolean> {
    const now = this.clock.now();
    if (kind === 'recovery_code')
      return (
        code !== undefined &&
        (await tx.query(USE_CODE, [userId, this.secrets.hashesOf(userId, code)])).length > 0
      );
    const confirmed = await confirmedOf(tx, userId, now);
    if (!usableKinds(policy, kindsOf(confirmed)).includes(kind)) return false;
    const factors = confirmed.filter((it) => it.kind === kind);
    if (kind === 'totp') return code !== undefined && this.useCode(tx, userId, factors, code);
    if (challengeId === undefined || typeof response !== 'object' || response === null) return false;
    const [taken] = await tx.query<{ challenge: string }>(TAKE_CHALLENGE, [
      ...[userId, challengeId, sessionId, now],
    ]);
    const signed = taken && (await this.passkeys.authenticate(response, taken.challenge, factors));
    if (!signed) return false;
    const values = [userId, signed.factorId, now, signed.signCount];
    return (await tx.query(USE_PASSKEY, values)).length > 0;
  }

  private async useCode(
    tx: UnitOfWork,
    userId: string,
    factors: readonly FactorRow[],
    code: string,
  ): Promise<boolean> {
    const now = this.clock.now();
    for (const { factor_id: factorId, secret_encrypted: sealed } of factors) {
      const secret = sealed && this.secrets.open(factorId, sealed);
      const window = secret ? windowOfCode(secret, code, now) : null;
      if (secret && window !== null) {
        // Resealed under the current pepper.
        const values = [userId, factorId, now, window, this.secrets.seal(factorId, secret)];
        return (await tx.query(USE_WINDOW, values)).length > 0;
      }
    }
    return false;
  }

  private async sessionOf(auth: AuthContext): Promise<{ sessionId: string; policy: MfaPolicy }> {
    const { principal } = auth;
    if (principal.kind !== 'bearer' || principal.sessionId === null)
      throw new PlatformError(PORTAL_ERRORS.portalSessionRequired);
    return { sessionId: principal.sessionId, policy: policyFor(await this.policies.of(auth), principal) };
  }
}

const confirmedOf = async (tx: UnitOfWork, userId: string, now: Date): Promise<FactorRow[]> =>
  (await factorsOf(tx, userId, now)).filter((it) => it.confirmed_at !== null);

const kindsOf = (factors: readonly FactorRow[]): FactorKind[] => factors.map(({ kind }) => kind);
