import { createHmac } from 'node:crypto';
import { Inject, Injectable, OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { retryAtStart } from '../database/driver/retry-at-start.js';
import { namedQuery } from '../database/unit-of-work/named-query.js';
import { LoggableError } from '../shared/platform-error.js';
import { SystemQueries } from '../database/metadata/system-queries.js';

const NAME = 'API_KEY_PEPPER';

const FINGERPRINT_OF = 'telephony-platform: fingerprint of the pepper';

const NOTE = namedQuery('note_fingerprint')`
INSERT INTO secret_fingerprints (name, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING`;

const IS_NOTED = namedQuery('fingerprint_is_noted')`
SELECT fingerprint = $2 AS is_noted FROM secret_fingerprints WHERE name = $1`;

/** Thrown if API keys were created under another pepper: with this one they would all get 401. */
class WrongPepperError extends LoggableError {
  override readonly name = 'WrongPepperError';
  constructor() {
    super(
      `${NAME} is not the one with which the API keys of this deployment were created, so all of them would be refused. ` +
        'Restore the old value. To abandon all keys, see "Keys and secrets" in docs/operations.md.',
    );
  }
}

/** Compares the pepper with the one that the deployment's first process noted (operations 1.5). */
@Injectable()
export class PepperCheck implements OnModuleInit {
  private readonly fingerprint: Buffer;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly store: SystemQueries,
  ) {
    this.fingerprint = createHmac('sha256', settings.apiKeys.pepper).update(FINGERPRINT_OF).digest();
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

  /** Whether this pepper is the recorded one; null if none is recorded. */
  private async isNoted(): Promise<boolean | null> {
    const [row] = await this.store.query<{ is_noted: boolean }>(IS_NOTED, [NAME, this.fingerprint]);
    return row?.is_noted ?? null;
  }
}
