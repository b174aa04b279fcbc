import { decimal4 } from '../../../core/http/fields/numbers.policy.js';
import type { LegacyProjectResponse } from './legacy-project.response.js';
import type { ProjectState } from './lifecycle.policy.js';

export interface LegacyProjectRecord {
  readonly project_id: string;
  readonly client_id: string;
  readonly display_name: string;
  /** A decimal with at most 4 places. */
  readonly rate_per_minute: string;
  readonly currency: string;
  readonly billing_model: string;
  readonly minimum_billable_seconds: number;
  readonly lifecycle_state: ProjectState;
  readonly timezone: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const LEGACY_PROJECT_COLUMNS = [
  'p.project_id, p.client_id, p.display_name, p.timezone, p.lifecycle_state, p.created_at, p.updated_at',
  'p.rate_per_minute, p.currency, p.billing_model, p.minimum_billable_seconds',
].join(',\n       ');

/** A project in the legacy model (projects 7.1). */
export const toLegacyProject = (record: LegacyProjectRecord): LegacyProjectResponse => ({
  project_id: record.project_id,
  client_id: record.client_id,
  display_name: record.display_name,
  rate_per_minute: decimal4(record.rate_per_minute),
  currency: record.currency,
  billing_model: record.billing_model,
  minimum_billable_seconds: record.minimum_billable_seconds,
  is_active: record.lifecycle_state !== 'archived',
  timezone: record.timezone,
  created_at_utc: record.created_at.toISOString(),
  updated_at_utc: record.updated_at.toISOString(),
});
