import { Logger } from '@nestjs/common';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { WEBHOOK_ACTIONS } from '../webhooks.audit.js';
import { cancelDeliveries } from './cancel-deliveries.js';
import { healthNotes, type Answered } from './health-notes.policy.js';
import { NOTE_HEALTH } from './receiver-health.queries.js';

interface NotedRow {
  readonly webhook_id: string;
  readonly failures: number;
  readonly reason: string | null;
  readonly newly_degraded: boolean;
  readonly newly_disabled: boolean;
}

const logger = new Logger('ReceiverHealth');

/**
 * Records the responses of receivers, and switches off those that fail for too long or answer 410
 * (webhooks 7.8).
 * @param answers in their order
 * @returns the webhooks that were switched off; their waiting deliveries are cancelled
 */
export async function noteHealth(tx: UnitOfWork, answers: readonly Answered[]): Promise<readonly string[]> {
  const notes = healthNotes(answers);
  if (notes.length === 0) return [];
  const rows = await tx.query<NotedRow>(NOTE_HEALTH, [
    notes.map((it) => it.webhookId),
    notes.map((it) => it.enablement),
    notes.map((it) => it.givenUp),
    notes.map((it) => it.succeeded),
    notes.map((it) => it.failed),
    notes.map((it) => it.gone),
  ]);
  const disabled = rows.filter((row) => row.newly_disabled).map((row) => row.webhook_id);
  await cancelDeliveries(tx, disabled);
  for (const row of rows.filter((it) => it.newly_degraded || it.newly_disabled)) {
    const action = row.newly_disabled ? WEBHOOK_ACTIONS.disabled : WEBHOOK_ACTIONS.degraded;
    logger.warn({ msg: 'webhook fails', webhook: row.webhook_id, disabled: row.newly_disabled });
    await tx.auditDone(action, {
      webhook_id: row.webhook_id,
      reason: row.reason,
      consecutive_failures: row.failures,
    });
  }
  return disabled;
}
