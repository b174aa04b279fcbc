import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import type { CampaignEntity } from '../campaigns.entities.js';
import { CAMPAIGN_ACTIONS } from '../campaigns.audit.js';
import { AT_ONCE, closingOf } from '../rules/closing.policy.js';
import { actionFor, type CampaignProgress } from '../rules/eligibility/lapse.policy.js';
import { transitionOf, type ControlAction, type Launch } from '../rules/control.policy.js';
import {
  CAMPAIGN_PROGRESS,
  CHANGE_STATUS,
  CLOSE_CONTACTS,
  COUNT_OPEN,
  UNQUEUE_CONTACTS,
} from './campaign-status.queries.js';
import { enqueueClosing } from './enqueue-closing.js';
import { enqueueSchedule } from './enqueue-schedules.js';

/** The columns that decide a change of status. */
export type StatusColumns = Pick<
  CampaignEntity,
  'campaignId' | 'status' | 'scheduleStartAt' | 'scheduleEndAt'
>;

/** Writes the status of campaigns; nothing else does (campaigns section 9). */
@Injectable()
export class CampaignStatuses {
  constructor(private readonly clock: Clock) {}

  /**
   * Changes a campaign's status by the table, in the caller's transaction: its row, its contacts, a
   * log entry, its audit row and the work items of its schedule.
   * @param campaign as read under its lock, before any contact was locked
   * @param launch of actions that launch
   * @returns the new status; the campaign's own if the table has no such move, and then nothing is
   *   changed
   */
  async apply(
    tx: UnitOfWork,
    auth: AuthContext,
    campaign: StatusColumns,
    action: ControlAction,
    launch?: Launch,
  ): Promise<string> {
    const move = transitionOf(campaign.status, action, launch);
    if (move === null) return campaign.status;
    const { to, reason } = move;
    const now = this.clock.now();
    const { campaignId } = campaign;
    const closing = closingOf(to);
    const open = closing === null ? 0 : await openContacts(tx, campaignId);
    const isClosing = open > AT_ONCE;
    const { kind, id } = auth.principal;
    const values = [campaignId, campaign.status, to, reason, now, action, kind, id, isClosing];
    const [changed] = await tx.query(CHANGE_STATUS, values);
    if (!changed) throw new Error('A campaign changed although it was locked.');
    if (isClosing) await enqueueClosing(tx, campaignId);
    const contacts = isClosing ? open : await moveContacts(tx, campaignId, to, now);
    await tx.auditDone(CAMPAIGN_ACTIONS.statusChanged, {
      campaign_id: campaignId,
      control: action,
      from_status: campaign.status,
      to_status: to,
      reason,
      contacts,
    });
    await enqueueSchedule(tx, { ...campaign, status: to });
    return to;
  }

  /**
   * Completes a running campaign that has no contact left to call, and pauses one whose evidence
   * has expired (campaigns 9.7, 9.14).
   * @param campaign as read under its lock, before any contact was locked
   */
  async advance(tx: UnitOfWork, auth: AuthContext, campaign: StatusColumns): Promise<string> {
    if (campaign.status !== 'running') return campaign.status;
    const [progress] = await tx.query<CampaignProgress>(CAMPAIGN_PROGRESS, [campaign.campaignId]);
    const action = actionFor(progress!, this.clock.now());
    return action === null ? campaign.status : this.apply(tx, auth, campaign, action);
  }
}

/**
 * Changes the contacts of a campaign that gets a new status.
 * @returns how many changed
 */
async function moveContacts(tx: UnitOfWork, campaignId: string, to: string, now: Date): Promise<number> {
  if (to === 'paused') return count(await tx.query<Changed>(UNQUEUE_CONTACTS, [campaignId, now]));
  const closing = closingOf(to);
  if (closing === null) return 0;
  const values = [campaignId, closing.others, closing.suppressed, now];
  return count(await tx.query<Changed>(CLOSE_CONTACTS, values));
}

const openContacts = async (tx: UnitOfWork, campaignId: string): Promise<number> =>
  count(await tx.query<Changed>(COUNT_OPEN, [campaignId]));

interface Changed {
  readonly contacts: number;
}
const count = ([row]: readonly Changed[]): number => row!.contacts;
