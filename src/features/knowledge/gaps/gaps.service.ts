import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { GAP_HOURS, GAP_WORDS, type GapHourRow, type GapWordRow } from '../lookup/gaps.queries.js';
import { placeOfGap } from '../lookup/sealed-places.js';
import { GAP_DAYS, LEAST_QUESTIONS, SHOWN_GAP_WORDS } from '../rules/build-limits.js';
import { hourOf } from '../rules/gaps.policy.js';
import type { KnowledgeGapsResponse, KnowledgeGapWord } from './gaps.response.js';

/** Shows questions without a good answer (knowledge section 9). */
@Injectable()
export class KnowledgeGapList {
  constructor(
    private readonly stores: TenantStores,
    private readonly sealed: SealedTexts,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 */
  async list(auth: AuthContext, projectId: string): Promise<KnowledgeGapsResponse> {
    const since = hourOf(this.clock.now(), GAP_DAYS);
    const [hours, words] = await this.stores.read(auth, (db) =>
      Promise.all([
        db.query<GapHourRow>(GAP_HOURS, [projectId, since]),
        db.query<GapWordRow>(GAP_WORDS, [projectId, since, LEAST_QUESTIONS, SHOWN_GAP_WORDS]),
      ]),
    );
    const shown = await Promise.all(words.map((row) => this.wordOf(auth, row)));
    return {
      hours: hours.map(({ hour, questions }) => ({ hour_start_utc: hour.toISOString(), questions })),
      words: shown.filter((it) => it !== null),
    };
  }

  /** Null if it can never be opened. */
  private async wordOf(auth: AuthContext, row: GapWordRow): Promise<KnowledgeGapWord | null> {
    const word = await this.sealed.open(auth, placeOfGap(auth, row.word_hash), row.word_encrypted);
    if (word === null) return null;
    const { questions, last_hour: lastHour, last_call_id } = row;
    return { word, questions, last_hour_utc: lastHour.toISOString(), last_call_id };
  }
}
