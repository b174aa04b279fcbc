import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext, SignInProof } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { SessionProofs } from '../../portal/entry/session-proofs.service.js';
import { factorsOf, PENDING_MS, type FactorRow } from '../lookup/factor-rows.js';
import { FactorSecrets } from '../lookup/factor-secrets.js';
import {
  ADD_CODES,
  ADD_FACTOR,
  CONFIRM_PASSKEY,
  CONFIRM_TOTP,
  COUNT_CODES,
  LOCK_FACTORS,
  REMOVE_CODES,
  REMOVE_FACTOR,
} from '../lookup/factors.queries.js';
import { MfaPolicies } from '../lookup/mfa-policies.service.js';
import { Passkeys } from '../lookup/passkeys.js';
import { stepUpRequired } from '../lookup/step-up-required.js';
import { wrongProof } from '../lookup/wrong-proof.js';
import { MOST_FACTORS, refused } from '../rules/refusals.js';
import { isFactorDue, policyFor, stepUpEnd, withEveryKind, type MfaPolicy } from '../rules/step-up.policy.js';
import { newTotpSecret, totpUri, windowOfCode } from '../rules/totp.policy.js';
import { METHOD_OF } from '../rules/vocabulary.js';
import { SECOND_FACTOR_ACTIONS } from '../second-factors.audit.js';
import { PasskeysRemoved } from '../second-factors.events.js';
import type { AddFactorRequest, ConfirmFactorRequest } from './factors.request.js';
import type { AddedFactorResponse, FactorItem, MfaResponse } from './factors.response.js';

/** A person's own second factors (second-factors sections 1 and 2). */
@Injectable()
export class FactorsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly policies: MfaPolicies,
    private readonly secrets: FactorSecrets,
    private readonly passkeys: Passkeys,
    private readonly proofs: SessionProofs,
    private readonly events: TransactionEvents,
    private readonly clock: Clock,
  ) {}

  async list(auth: AuthContext): Promise<MfaResponse> {
    const policy = await this.policies.of(auth);
    const userId = auth.principal.id;
    const [factors, [count]] = await this.metadata.read(auth, async (db) => [
      await factorsOf(db, userId, this.clock.now()),
      await db.query<{ codes: number }>(COUNT_CODES, [userId]),
    ]);
    return {
      factors: factors.map(itemOf),
      recovery_codes_left: count?.codes ?? 0,
      is_required: isFactorDue(policy, auth.scope, { amr: [] }),
      kinds: [...policy.kinds],
      stepped_up_until_utc: this.stepUpEnd(auth, policy)?.toISOString() ?? null,
    };
  }

  /**
   * Adds a factor, pending for ten minutes.
   * @throws 403 without a step-up for a person who has a factor, 409 for too many
   */
  add(auth: AuthContext, { kind, name }: AddFactorRequest): Promise<AddedFactorResponse> {
    return this.change(auth, async (tx, factors) => {
      if (factors.length >= MOST_FACTORS) throw refused('too_many_factors');
      const { id: userId } = auth.principal;
      const now = this.clock.now();
      const factorId = randomUUID();
      const secret = kind === 'totp' ? newTotpSecret() : null;
      const registration = kind === 'totp' ? null : await this.passkeys.registration(userId, name, factors);
      await tx.query(ADD_FACTOR, [
        ...[userId, now, new Date(now.getTime() - PENDING_MS), factorId, kind, name],
        secret === null ? null : this.secrets.seal(factorId, secret),
        registration?.challenge ?? null,
      ]);
      return {
        factor_id: factorId,
        kind,
        name,
        status: 'pending',
        created_at_utc: now.toISOString(),
        last_used_at_utc: null,
        secret,
        otpauth_uri: secret === null ? null : totpUri(secret, this.passkeys.host(), name),
        registration,
      };
    });
  }

  /**
   * Confirms a pending factor by its first proof, which also counts as a step-up.
   * @throws 403 without a step-up for a person who has a factor, 404 for any other factor, 400 for a
   *   wrong proof
   */
  async confirm(auth: AuthContext, factorId: string, request: ConfirmFactorRequest): Promise<FactorItem> {
    const { id: userId } = auth.principal;
    const now = this.clock.now();
    const factor = await this.change(auth, async (tx, factors) => {
      const pending = factors.find((it) => it.factor_id === factorId && it.confirmed_at === null);
      if (!pending) throw notFound();
      if (!(await this.prove(tx, userId, pending, request))) throw wrongProof(pending.kind);
      await tx.auditDone(SECOND_FACTOR_ACTIONS.added, { factor_id: factorId, kind: pending.kind });
      return pending;
    });
    if (auth.principal.kind === 'bearer' && auth.principal.sessionId !== null)
      await this.proofs.add(auth.principal.sessionId, METHOD_OF[factor.kind]);
    return itemOf({ ...factor, confirmed_at: now, last_used_at: now });
  }

  /**
   * @throws 403 without a step-up, 404 for another factor, 409 for the last one if a role needs it
   */
  remove(auth: AuthContext, factorId: string): Promise<void> {
    return this.change(auth, async (tx, factors) => {
      const factor = factors.find((it) => it.factor_id === factorId);
      if (!factor) throw notFound();
      const others = factors.filter((it) => it !== factor && it.confirmed_at !== null);
      const isLast = factor.confirmed_at !== null && others.length === 0;
      if (isLast && (await this.policies.needsFactor(auth.principal.id)))
        throw refused('last_factor_required');
      await tx.query(REMOVE_FACTOR, [auth.principal.id, factorId]);
      if (isLast) await tx.query(REMOVE_CODES, [auth.principal.id]);
      if (factor.kind === 'webauthn')
        await this.events.publish(tx, new PasskeysRemoved(auth, auth.principal.id));
      await tx.auditDone(SECOND_FACTOR_ACTIONS.removed, { factor_id: factorId, kind: factor.kind });
    });
  }

  /**
   * Replaces the recovery codes.
   * @throws 403 without a step-up, 409 for a person without a factor
   */
  recoveryCodes(auth: AuthContext): Promise<string[]> {
    return this.change(auth, async (tx, factors) => {
      if (!factors.some((it) => it.confirmed_at !== null)) throw refused('no_factor');
      const { id: userId } = auth.principal;
      const codes = this.secrets.newCodes();
      const hashes = codes.map((code) => this.secrets.hashesOf(userId, code)[0]);
      await tx.query(REMOVE_CODES, [userId]);
      await tx.query(ADD_CODES, [userId, this.clock.now(), hashes]);
      await tx.auditDone(SECOND_FACTOR_ACTIONS.recoveryCodesMade, { codes: codes.length });
      return codes;
    });
  }

  /** Runs a change of a person's factors, after a step-up if they have one. */
  private async change<T>(
    auth: AuthContext,
    work: (tx: UnitOfWork, factors: readonly FactorRow[]) => Promise<T>,
  ): Promise<T> {
    await this.refuseForOneClient(auth);
    const policy = withEveryKind(await this.policies.of(auth));
    const isSteppedUp = await this.isSteppedUp(auth, policy);
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(LOCK_FACTORS, [auth.principal.id]);
      const factors = await factorsOf(tx, auth.principal.id, this.clock.now());
      const isAsked = factors.some((it) => it.confirmed_at !== null);
      if (isAsked && !isSteppedUp) throw stepUpRequired(policy);
      return work(tx, factors);
    });
  }

  /**
   * A client's own directory cannot touch what protects the person in another client.
   * @throws 409 for a session that counts for one client alone, and a person with a role elsewhere
   */
  private async refuseForOneClient(auth: AuthContext): Promise<void> {
    const { principal } = auth;
    if (principal.kind !== 'bearer' || !countsForOneClient(principal)) return;
    if (await this.policies.hasRoleElsewhere(principal.id, auth)) throw refused('one_client');
  }

  /**
   * A directory knows nothing about the factors of this service: only a proof in this session
   * counts.
   */
  private async isSteppedUp(auth: AuthContext, policy: MfaPolicy): Promise<boolean> {
    const { principal } = auth;
    if (principal.kind !== 'bearer' || !this.stepUpEnd(auth, policy)) return false;
    if (!countsForOneClient(principal)) return true;
    const provedAt = principal.sessionId && (await this.proofs.provedAt(principal.sessionId));
    return (
      !!provedAt && stepUpEnd(policy, { authTime: provedAt, amr: principal.amr }, this.clock.now()) !== null
    );
  }

  private stepUpEnd({ principal }: AuthContext, policy: MfaPolicy): Date | null {
    if (principal.kind !== 'bearer') return null;
    return stepUpEnd(policyFor(policy, principal), principal, this.clock.now());
  }

  private async prove(
    tx: UnitOfWork,
    userId: string,
    { factor_id: factorId, kind, secret_encrypted: sealed, challenge }: FactorRow,
    { code, response }: ConfirmFactorRequest,
  ): Promise<boolean> {
    const now = this.clock.now();
    if (kind === 'totp') {
      const secret = sealed && this.secrets.open(factorId, sealed);
      const window = secret && code !== undefined ? windowOfCode(secret, code, now) : null;
      return window !== null && (await tx.query(CONFIRM_TOTP, [userId, factorId, now, window])).length > 0;
    }
    if (typeof response !== 'object' || response === null || challenge === null) return false;
    const passkey = await this.passkeys.register(response, challenge);
    if (!passkey) return false;
    const { credentialId, publicKey, signCount, transports } = passkey;
    const values = [userId, factorId, now, credentialId, publicKey, signCount, transports];
    return (await tx.query(CONFIRM_PASSKEY, values)).length > 0;
  }
}

/** Signed in through a client's own connection or by break-glass. */
const countsForOneClient = ({ connectionId, breakGlassId }: SignInProof): boolean =>
  connectionId !== null || breakGlassId !== null;

const itemOf = (row: FactorRow): FactorItem => ({
  factor_id: row.factor_id,
  kind: row.kind,
  name: row.name,
  status: row.confirmed_at ? 'active' : 'pending',
  created_at_utc: row.created_at.toISOString(),
  last_used_at_utc: row.last_used_at?.toISOString() ?? null,
});
