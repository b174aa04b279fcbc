import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, settingsOf } from '../../../src/config/settings.js';
import type { Settings } from '../../../src/config/settings.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { PlatformError } from '../../../src/core/shared/platform-error.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../src/core/database/unit-of-work/reservation.js';
import { TOY_ACTIONS } from './toy.audit.js';
import { ToyEntity } from './toy.entities.js';
import { TOY_ERRORS } from './toy.errors.js';
import { POLISH_TOY } from './toy.job.js';
import { TOYS } from './toy.queries.js';
import type { ToyRequest } from './toy.request.js';
import type { ToyResponse } from './toy.response.js';
import { TOY_SETTINGS } from './toy.settings.js';

@Injectable()
export class ToyService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly metadata: MetadataStore,
  ) {}

  /** @throws 409 when the shelf is full */
  shelve(auth: AuthContext, { name }: ToyRequest, reservation: Reservation | null): Promise<ToyResponse> {
    const { clientId, dataEnv } = auth;
    return this.metadata.transaction(auth, async (tx) => {
      const [row] = await tx.query<{ toys: number }>(TOYS);
      if (row!.toys >= settingsOf(this.settings, TOY_SETTINGS).MOST_TOYS) {
        throw new PlatformError(TOY_ERRORS.limit);
      }
      await tx.repo(ToyEntity).insert({ name });
      await tx.audit({ action: TOY_ACTIONS.shelved, outcome: 'success', metadata: { name } });
      await tx.enqueue(POLISH_TOY, { clientId, dataEnv, name });
      return tx.complete(reservation, { name });
    });
  }
}
