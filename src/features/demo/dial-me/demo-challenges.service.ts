import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { createChallenge, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { PublicDoors } from '../../../core/rate-limit/public-doors.js';
import { derivedKey } from '../../../core/privacy/keys/derived-key.js';
import { Clock } from '../../../core/time/clock.js';
import { DIAL_ME_DOOR } from '../rules/demo-doors.js';
import type { Proof } from '../rules/proof.policy.js';

/** How long a person has to fill in the page. */
const LIFETIME_SECONDS = 15 * 60;

/** The cost of a solution. */
interface Effort {
  /** Iterations of PBKDF2 per attempt. */
  readonly cost: number;
  /** Attempts, one after the other, until the key is found. */
  readonly tries: number;
}

// An attempt takes a desktop 1 to 3 ms and a phone of 2019 up to 8 ms: 300 to 900 of them take
// about a second. A person is typing meanwhile, and a machine that requests thousands of calls
// needs dozens of cores.
const TRY_COST = 5_000;
const [LEAST_TRIES, MOST_TRIES] = [300, 900];

/** Proofs of work, by ALTCHA (demo section 2). */
@Injectable()
export class DemoChallenges {
  private readonly secrets: { readonly hmacSignatureSecret: string; readonly hmacKeySignatureSecret: string };

  constructor(
    @Inject(SETTINGS) { apiKeys }: Settings,
    private readonly doors: PublicDoors,
    private readonly clock: Clock,
  ) {
    const secret = (purpose: string): string => derivedKey(apiKeys.pepper, purpose).export().toString('hex');
    this.secrets = {
      hmacSignatureSecret: secret('demo challenges'),
      hmacKeySignatureSecret: secret('demo solutions'),
    };
  }

  /** A new challenge; it is not stored. */
  async make(
    { cost, tries }: Effort = { cost: TRY_COST, tries: randomInt(LEAST_TRIES, MOST_TRIES) },
  ): Promise<{ challenge: Challenge; expiresAt: Date }> {
    const expiresAt = new Date(this.clock.now().getTime() + LIFETIME_SECONDS * 1000);
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost,
      counter: tries,
      deriveKey,
      // ALTCHA compares its own field with the machine's time, and this service uses its Clock.
      data: { expires_at_ms: expiresAt.getTime() },
      ...this.secrets,
    });
    return { challenge, expiresAt };
  }

  /**
   * Whether a proof is valid, in time, and the first one for its challenge. A valid proof counts as
   * used from then on (demo 2.3).
   */
  async redeem({ challenge, solution, nonce, expiresAtMs }: Proof): Promise<boolean> {
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...this.secrets });
    if (!verified || this.clock.now().getTime() >= expiresAtMs) return false;
    // Twice the lifetime also covers the challenge if the clocks of two processes differ.
    const once = { limit: 1, seconds: 2 * LIFETIME_SECONDS };
    return (await this.doors.take(DIAL_ME_DOOR, ['challenge', nonce], [once])) === 0;
  }
}
