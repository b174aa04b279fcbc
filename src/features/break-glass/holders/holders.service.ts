import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { requireSettingsRead } from '../../../core/http/etag/require-read.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { validationFailed } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { SessionEnds } from '../../portal/entry/session-ends.service.js';
import { BREAK_GLASS_ACTIONS } from '../break-glass.audit.js';
import { LOCK_HOLDERS } from '../lookup/proved-holders.queries.js';
import { provedSince, WAYS_BACK } from '../rules/break-glass.policy.js';
import { refused } from '../rules/refusals.js';
import { Challenges } from '../lookup/challenges.service.js';
import type { SignedChallengeRequest } from '../lookup/signed-challenge.request.js';
import {
  CLOSE_USES_OF_FORMER_HOLDERS,
  IS_CONNECTION_REQUIRED,
  LIST_ADMINISTRATORS,
  LIST_HOLDERS,
  NOTE_PROOF,
  REPLACE_HOLDERS,
} from './holders.queries.js';
import type { AdministratorResponse, HoldersResponse } from './holders.response.js';

interface HolderRow {
  readonly user_id: string;
  readonly display_name: string;
  readonly active: boolean;
  readonly counts: boolean;
  readonly added_at: Date;
  readonly added_by: string;
  readonly proved_at: Date | null;
}

/** The people of a client who may sign in without a directory (break-glass section 2). */
@Injectable()
export class HoldersService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly challenges: Challenges,
    private readonly ends: SessionEnds,
    private readonly clock: Clock,
  ) {}

  show(auth: AuthContext): Promise<HoldersResponse> {
    return this.metadata.read(auth, (db) => this.read(db));
  }

  /**
   * Replaces the holders; those who stay keep their proof.
   * @param ifMatch the header: the etag of the holders that were read
   * @throws 400 naming each person who is not an active administrator, 428 without the header, 400
   *   for a stale one, 409 while single sign-on is required and fewer than two would be a way back
   */
  async save(
    auth: AuthContext,
    userIds: readonly string[],
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<HoldersResponse> {
    let closed: readonly string[] = [];
    const answer = await this.metadata.transaction(
      auth,
      async (tx) => {
        await tx.query(LOCK_HOLDERS);
        const before = await this.read(tx);
        requireSettingsRead('holders', before.etag, ifMatch);
        const ids = userIds.map((id) => id.toLowerCase());
        // The same id in capitals is not a second holder.
        if (new Set(ids).size < ids.length) throw validationFailed(REPEATED);
        const known = new Set(before.administrators.map(({ user_id: id }) => id));
        const strangers = ids.flatMap((id, index) => (known.has(id) ? [] : [notAnAdministrator(index)]));
        if (strangers.length > 0) throw validationFailed(...strangers);
        await tx.query(REPLACE_HOLDERS, [ids, this.clock.now(), auth.principal.id]);
        const saved = await this.read(tx);
        if (saved.proved_count < WAYS_BACK && (await tx.query(IS_CONNECTION_REQUIRED)).length > 0)
          throw refused('no_way_back');
        await tx.auditDone(BREAK_GLASS_ACTIONS.holdersSaved, {
          holders: saved.holders.length,
          previous_holders: before.holders.length,
          etag: saved.etag,
          previous_etag: before.etag,
        });
        closed = await this.closeUsesOfFormerHolders(tx, auth);
        return tx.complete(reservation, saved, { ETag: quotedEtag(saved.etag) });
      },
      { serializeBy: 'break-glass holders' },
    );
    for (const useId of closed) await this.ends.ofBreakGlassUse(useId);
    return answer;
  }

  /** @returns the ids of uses and sign-ins (break-glass 3.2) */
  private async closeUsesOfFormerHolders(tx: UnitOfWork, auth: AuthContext): Promise<string[]> {
    const rows = await tx.query<{ use_id: string; was_open: boolean }>(CLOSE_USES_OF_FORMER_HOLDERS, [
      this.clock.now(),
      auth.principal.id,
    ]);
    for (const { use_id, was_open: wasOpen } of rows)
      if (wasOpen) await tx.auditDone(BREAK_GLASS_ACTIONS.closed, { use_id });
    return rows.map(({ use_id: id }) => id);
  }

  /**
   * Records that the caller's passkey works without any directory (break-glass 2.3).
   * @throws 400 if the caller's own passkey did not sign the challenge, 409 if the caller is not a
   *   holder
   */
  async prove(
    auth: AuthContext,
    signed: SignedChallengeRequest,
    reservation: Reservation | null,
  ): Promise<HoldersResponse> {
    const signer = await this.challenges.signer(signed);
    if (signer?.userId !== auth.principal.id) throw validationFailed(NOT_SIGNED);
    return this.metadata.transaction(auth, async (tx) => {
      const proved = await tx.query(NOTE_PROOF, [signer.userId, this.clock.now(), signer.factorId]);
      if (proved.length === 0) throw refused('not_a_holder');
      await tx.auditDone(BREAK_GLASS_ACTIONS.keyProved, {});
      return tx.complete(reservation, await this.read(tx));
    });
  }

  private async read(db: StoreReader): Promise<HoldersResponse> {
    const rows = await db.query<HolderRow>(LIST_HOLDERS, [provedSince(this.clock.now())]);
    const administrators = await db.query<AdministratorResponse>(LIST_ADMINISTRATORS);
    const holders = rows.map((row) => ({
      user_id: row.user_id,
      display_name: row.display_name,
      active: row.active,
      proved_at_utc: row.proved_at?.toISOString() ?? null,
      counts: row.counts,
      added_at_utc: row.added_at.toISOString(),
      added_by: row.added_by,
    }));
    return {
      holders,
      administrators,
      proved_count: holders.filter(({ counts }) => counts).length,
      etag: hash('sha256', JSON.stringify(holders.map(({ user_id: id }) => id).sort())).slice(0, 24),
    };
  }
}

const NOT_SIGNED = {
  loc: ['body', 'response'],
  message:
    'must be the challenge of challenge_id, signed with a passkey of your own; request another challenge',
  type: 'not_signed',
};

const REPEATED = {
  loc: ['body', 'user_ids'],
  message: 'must list each person once; an id in capitals is the same id',
  type: 'array_unique',
};

const notAnAdministrator = (index: number) => ({
  loc: ['body', 'user_ids', index],
  message:
    'must be the user id of an active administrator (client_admin) of this client; GET /v1/security/break-glass/holders lists them',
  type: 'not_an_administrator',
});
