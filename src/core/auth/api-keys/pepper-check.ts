import { createSecretKey } from 'node:crypto';
import { Inject, Injectable, OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { retryAtStart } from '../../database/driver/retry-at-start.js';
import { namedQuery } from '../../database/unit-of-work/named-query.js';
import { LoggableError } from '../../shared/platform-error.js';
import { Clock } from '../../time/clock.js';
import { pepperFingerprintOf, pepperIdOf } from './api-key.format.js';
import { API_KEYS_BY_PEPPER } from '../identity.queries.js';
import { SystemQueries } from '../../database/metadata/system-queries.js';

const NAME = 'API_KEY_PEPPER';

const NOTE = namedQuery('note_fingerprint')`
INSERT INTO secret_fingerprints (name, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING`;

const IS_NOTED = namedQuery('fingerprint_is_noted')`
SELECT fingerprint = ANY($2::bytea[]) AS is_noted FROM secret_fingerprints WHERE name = $1`;

const NOTE_ANOTHER = namedQuery('note_another_fingerprint')`
UPDATE secret_fingerprints SET fingerprint = $2, noted_at = now() WHERE name = $1 AND fingerprint <> $2`;

/** Thrown if API keys were created under another pepper: with this one they would all get 401. */
class WrongPepperError extends LoggableError {
  override readonly name = 'WrongPepperError';
  constructor() {
    super(
      `${NAME} is not the one with which the API keys of this deployment were created, so all of them would be refused. ` +
        'Restore the old value. To change it, see docs/operate/turning-keys.md.',
    );
  }
}

/** Compares the pepper with the one that the deployment's first process noted (operations 1.5). */
@Injectable()
export class PepperCheck implements OnModuleInit {
  private readonly fingerprint: Buffer;
  /** The fingerprints of all peppers whose keys are valid. */
  private readonly valid: readonly Buffer[];
  private readonly pepperId: string;

  constructor(
    @Inject(SETTINGS) { apiKeys: { pepper, otherPeppers } }: Settings,
    private readonly store: SystemQueries,
    private readonly clock: Clock,
  ) {
    this.fingerprint = pepperFingerprintOf(pepper);
    this.valid = [pepper, ...otherPeppers].map(pepperFingerprintOf);
    this.pepperId = pepperIdOf(createSecretKey(pepper));
  }

  /**
   * Stops a process with another pepper from starting. It writes only if no pepper is recorded, so
   * that processes can start with a read-only store (operations 6.4).
   * @throws WrongPepperError, and 503 if the store does not answer
   */
  async onModuleInit(): Promise<void> {
    await retryAtStart.execute(async () => {
      if ((await this.isNoted()) === null) await this.store.query(NOTE, [NAME, this.fingerprint]);
      await this.check();
    });
  }

  async check(): Promise<void> {
    if ((await this.isNoted()) !== true) throw new WrongPepperError();
  }

  /** Records this pepper: from then on, processes that do not know it do not start. */
  async noteCurrent(): Promise<void> {
    await this.store.query(NOTE_ANOTHER, [NAME, this.fingerprint]);
  }

  /** How many working keys are stored under this pepper, and how many under another one. */
  async keysByPepper(): Promise<{ readonly current: number; readonly others: number }> {
    const rows = await this.store.query<{ pepper_id: string | null; keys: number }>(API_KEYS_BY_PEPPER, [
      this.clock.now(),
    ]);
    const sumOf = (isCurrent: boolean): number =>
      rows
        .filter((row) => (row.pepper_id === this.pepperId) === isCurrent)
        .reduce((sum, { keys }) => sum + keys, 0);
    return { current: sumOf(true), others: sumOf(false) };
  }

  /** Whether a valid pepper is the recorded one; null if none is recorded. */
  private async isNoted(): Promise<boolean | null> {
    const [row] = await this.store.query<{ is_noted: boolean }>(IS_NOTED, [NAME, this.valid]);
    return row?.is_noted ?? null;
  }
}
