import type { CampaignStatus } from './statuses.js';

/** Statuses in which a campaign's own fields may change (campaigns 2.8). */
const EDITABLE: readonly CampaignStatus[] = ['draft', 'scheduled', 'paused'];

export const isEditable = (status: string): boolean => (EDITABLE as readonly string[]).includes(status);
