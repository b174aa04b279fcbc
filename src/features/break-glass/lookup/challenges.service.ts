import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { PasskeyOwners, type Signer } from '../../second-factors/lookup/passkey-owners.service.js';
import { ADD_CHALLENGE, TAKE_CHALLENGE } from './challenges.queries.js';
import type { SignedChallengeRequest } from './signed-challenge.request.js';

// Time to find the passkey.
const CHALLENGE_MS = 5 * 60_000;

interface Challenge {
  readonly challenge_id: string;
  /** Options for the browser. */
  readonly authentication: object;
}

/**
 * Challenges that any passkey of this service may sign, without naming a person first (break-glass
 * 2.3, 3.1).
 */
@Injectable()
export class Challenges {
  constructor(
    private readonly store: SystemQueries,
    private readonly passkeys: PasskeyOwners,
    private readonly clock: Clock,
  ) {}

  async begin(): Promise<Challenge> {
    const authentication = await this.passkeys.challenge();
    const challengeId = randomUUID();
    const now = this.clock.now();
    const endsAt = new Date(now.getTime() + CHALLENGE_MS);
    await this.store.query(ADD_CHALLENGE, [challengeId, authentication.challenge, endsAt, now]);
    return { challenge_id: challengeId, authentication };
  }

  /**
   * The passkey that signed the challenge, and its person; null if anything is wrong or the
   * challenge was used before.
   */
  async signer({ challenge_id: challengeId, response }: SignedChallengeRequest): Promise<Signer | null> {
    const [taken] = await this.store.query<{ challenge: string }>(TAKE_CHALLENGE, [
      challengeId,
      this.clock.now(),
    ]);
    if (!taken || typeof response !== 'object' || response === null) return null;
    return this.passkeys.signer(response, taken.challenge);
  }
}
