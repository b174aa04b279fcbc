import { hash } from 'node:crypto';
import type { CampaignCounts } from '../counts/campaign-counts.response.js';
import { CLOSED_STATUSES, type CampaignStatus, type StatusReason } from '../rules/statuses.js';

/** The progress of a campaign. */
export interface Progress {
  readonly status: CampaignStatus;
  readonly statusReason: StatusReason | null;
  readonly counts: CampaignCounts;
}

/** Whether a stream has reported the last change of the campaign (campaigns 11.4). */
export const isOver = ({ status }: Progress): boolean => CLOSED_STATUSES.includes(status);

/**
 * The id depends only on the state, so all processes give the same state the same id (campaigns
 * 11.3).
 */
const progressId = ({ status, statusReason, counts }: Progress): string =>
  hash('sha256', JSON.stringify([status, statusReason, counts]), 'base64url').slice(0, 22);

export const endedId = (progress: Progress): string => `${progressId(progress)}.end`;

/** The delay before a client reconnects, in milliseconds; it misses no event. */
export const RECONNECT = 'retry: 2000\n\n';
/** A comment: clients ignore it, and proxies count it as traffic. */
export const HEARTBEAT = ': \n\n';

const frame = (id: string, event: string, data: object): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const atOnce = ({ status, statusReason }: Progress, at: Date) => ({
  status,
  status_reason: statusReason,
  at_utc: at.toISOString(),
});

/**
 * The events that a caller whose last event was `lastId` has not seen yet (campaigns 11.3, 11.4).
 * @param at when the state was read
 */
export function eventsFor(
  progress: Progress,
  lastId: string | undefined,
  at: Date,
): { readonly id: string; readonly text: string } | null {
  const [id, lastOfAll] = [progressId(progress), endedId(progress)];
  const told =
    lastId === id || lastId === lastOfAll
      ? ''
      : frame(id, 'progress', { ...atOnce(progress, at), counts: progress.counts });
  const ended =
    isOver(progress) && lastId !== lastOfAll ? frame(lastOfAll, 'ended', atOnce(progress, at)) : '';
  const text = told + ended;
  return text === '' ? null : { id: ended === '' ? id : lastOfAll, text };
}
