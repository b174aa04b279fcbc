import { Injectable } from '@nestjs/common';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import type { PortalSession } from '../lookup/session-lookup.service.js';
import { SAVE_PROFILE } from './sessions.queries.js';
import type { ProfileRequest } from './sessions.request.js';

/** A person's display settings in the portal (portal-sessions 6.9). */
@Injectable()
export class ProfileService {
  constructor(
    private readonly store: SystemQueries,
    private readonly clock: Clock,
  ) {}

  /** Replaces the person's profile, in all environments. */
  async save({ subject }: PortalSession, { language, timezone }: ProfileRequest): Promise<ProfileRequest> {
    await this.store.query(SAVE_PROFILE, [subject, language, timezone, this.clock.now()]);
    return { language, timezone };
  }
}
