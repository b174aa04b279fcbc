import { Injectable } from '@nestjs/common';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { KeyUnavailableError } from '../../../core/privacy/privacy.errors.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { placeOfReason } from './sealed-reasons.js';
import { useState } from '../rules/break-glass.policy.js';
import type { UseResponse } from '../rules/use.response.js';

export interface UseRow {
  readonly use_id: string;
  readonly holder_id: string;
  readonly signed_in_at: Date;
  readonly opened_at: Date | null;
  readonly reason_sealed: Buffer | null;
  readonly ends_at: Date | null;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
  readonly confirmed_at: Date | null;
  readonly confirmed_by: string | null;
}

/** A use that was opened, and therefore has an end. */
export type OpenedUse = UseRow & { readonly opened_at: Date; readonly ends_at: Date };

export const isOpened = (row: UseRow): row is OpenedUse => row.opened_at !== null && row.ends_at !== null;

@Injectable()
export class UseRows {
  constructor(
    private readonly sealed: SealedValues,
    private readonly clock: Clock,
  ) {}

  async shown(tenant: Tenant, row: OpenedUse): Promise<UseResponse> {
    return {
      use_id: row.use_id,
      holder_id: row.holder_id,
      state: useState({ endsAt: row.ends_at, closedAt: row.closed_at }, this.clock.now()),
      reason: await this.reason(tenant, row),
      opened_at_utc: row.opened_at.toISOString(),
      ends_at_utc: row.ends_at.toISOString(),
      closed_at_utc: row.closed_at?.toISOString() ?? null,
      closed_by: row.closed_by,
      confirmed_at_utc: row.confirmed_at?.toISOString() ?? null,
      confirmed_by: row.confirmed_by,
    };
  }

  private async reason(tenant: Tenant, row: OpenedUse): Promise<string | null> {
    if (row.reason_sealed === null) return null;
    try {
      return await this.sealed.open(tenant, placeOfReason(tenant, row.use_id), row.reason_sealed);
    } catch (error) {
      // Administrators can confirm or end a use even while the keys are unavailable.
      if (error instanceof ValueUnavailableError || error instanceof KeyUnavailableError) return null;
      throw error;
    }
  }
}
