import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { ProjectFacts } from '../../projects/directory/project-facts.service.js';
import { WRITE_MESSAGES } from './ingest.queries.js';
import type { MessageIngestError, MessageIngestResponse } from './ingest.response.js';
import { readMessageRecord, unknownProject, type MessageRecord } from './message-record.policy.js';

/** Accepts messages (billing section 13). */
@Injectable()
export class MessageIngestService {
  constructor(
    private readonly projects: ProjectFacts,
    private readonly stores: TenantStores,
  ) {}

  /**
   * Writes one batch. Repeating it, completely or in part, changes nothing.
   * @throws 503 with nothing stored
   */
  async ingest(auth: AuthContext, records: readonly unknown[]): Promise<MessageIngestResponse> {
    const read = records.map(readMessageRecord);
    const sound = read.flatMap((it) => (it.ok ? [it.record] : []));
    const known = await this.projects.existing(auth, [...new Set(sound.map(({ projectId }) => projectId))]);
    const errors = read.flatMap((it, index): MessageIngestError[] => {
      if (!it.ok) return [{ index, ...it.fault }];
      return known.has(it.record.projectId) ? [] : [{ index, ...unknownProject(it.record) }];
    });
    const fit = sound.filter(({ projectId }) => known.has(projectId));
    const { accepted, updated } = await this.write(auth, newestOf(fit));
    return {
      accepted,
      updated,
      unchanged: fit.length - accepted - updated,
      rejected: errors.length,
      errors,
    };
  }

  private async write(
    auth: AuthContext,
    records: readonly MessageRecord[],
  ): Promise<{ accepted: number; updated: number }> {
    if (records.length === 0) return { accepted: 0, updated: 0 };
    const rows = await this.stores.transaction(auth, (db) =>
      db.query<{ is_new: boolean }>(WRITE_MESSAGES, [
        records.map((it) => it.messageId),
        records.map((it) => it.logicalSendId),
        records.map((it) => it.revision),
        records.map((it) => it.projectId),
        records.map((it) => it.direction),
        records.map((it) => it.segments),
        records.map((it) => it.status),
        records.map((it) => it.failedReason),
        records.map((it) => it.sentAt),
        records.map((it) => it.deliveredAt),
      ]),
    );
    const accepted = rows.filter((row) => row.is_new).length;
    return { accepted, updated: rows.length - accepted };
  }
}

/**
 * Keeps the newest revision of each message, and of two records with the same revision the first
 * one.
 */
function newestOf(records: readonly MessageRecord[]): MessageRecord[] {
  const newest = new Map<string, MessageRecord>();
  for (const record of records) {
    const known = newest.get(record.messageId);
    if (known === undefined || known.revision < record.revision) newest.set(record.messageId, record);
  }
  return [...newest.values()];
}
