import { Injectable } from '@nestjs/common';
import { classifyDriverError } from '../../../core/database/driver/driver-errors.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { BILLING_ACTIONS } from '../billing.audit.js';
import { findConfiguration, type BillingConfiguration } from '../configuration/billing-configuration.js';
import { nextHour } from '../rules/usage-window.policy.js';
import type { BillingPlan, PlanMeter } from '../rules/charges/billing-plan.js';
import {
  ADD_ADJUSTMENT,
  ADD_DISCOUNT,
  END_ADJUSTMENT,
  END_DISCOUNT,
  SET_EVIDENCE,
  SET_METER,
  SET_PLAN,
  WANT_RECONCILIATION,
} from './billing-setup.queries.js';

type WantedPlan = Omit<BillingPlan, 'clientId' | 'dataEnv' | 'meters'>;

interface Term {
  /** YYYY-MM-DD in the client's time zone, both days included. */
  readonly from: string;
  readonly until: string | null;
}

interface WantedDiscount extends Term {
  readonly discountType: string;
  readonly discountValue: number;
  readonly description: string;
}

interface WantedAdjustment extends Term {
  readonly adjustmentType: string;
  readonly promotionSubType: string | null;
  readonly amount: number;
  readonly reason: string;
}

/** Sets up plans, meters and discounts, for operators only (operations 4.9). */
@Injectable()
export class BillingSetup {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** Null without an agreement. */
  show(auth: AuthContext): Promise<BillingConfiguration | null> {
    return this.metadata.read(auth, (db) => findConfiguration(db, auth));
  }

  /** Sets or replaces the plan; meters, discounts and adjustments stay. */
  async setPlan(auth: AuthContext, plan: WantedPlan): Promise<boolean> {
    try {
      await this.metadata.transaction(auth, async (tx) => {
        await tx.query(SET_PLAN, [
          plan.planName,
          plan.currency,
          plan.monthlyFee,
          plan.providerCustomerId,
          plan.providerSubscriptionId,
          plan.foundationPriceId,
          this.clock.now(),
        ]);
        await tx.auditDone(BILLING_ACTIONS.planSet, {
          plan_name: plan.planName,
          currency: plan.currency,
          monthly_fee: plan.monthlyFee,
          has_customer: plan.providerCustomerId !== null,
        });
      });
      return true;
    } catch (error) {
      if (classifyDriverError(error)?.kind !== 'conflict') throw error;
      return false;
    }
  }

  /** Sets or replaces a meter of the plan, which must exist. */
  setMeter(auth: AuthContext, meter: PlanMeter): Promise<void> {
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(SET_METER, [
        meter.meterId,
        meter.isActive,
        meter.includedUnits,
        meter.unitRate,
        meter.providerPriceId,
        meter.providerMeterId,
        meter.providerEventName,
        this.clock.now(),
        nextHour(this.clock.now()),
      ]);
      await tx.auditDone(BILLING_ACTIONS.meterSet, {
        meter_id: meter.meterId,
        is_active: meter.isActive,
        included_units: meter.includedUnits,
        unit_rate: meter.unitRate,
      });
    });
  }

  /** Enables or disables charging by usage for the tenant (billing 4.2). */
  setEvidence(auth: AuthContext, isOn: boolean): Promise<void> {
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(SET_EVIDENCE, [isOn, this.clock.now()]);
      const action = isOn ? BILLING_ACTIONS.evidenceEnabled : BILLING_ACTIONS.evidenceDisabled;
      await tx.auditDone(action, {});
    });
  }

  /** Makes the worker compare totals within minutes (billing 15.1). */
  wantReconciliation(auth: AuthContext): Promise<void> {
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(WANT_RECONCILIATION, [this.clock.now()]);
      await tx.auditDone(BILLING_ACTIONS.reconciliationRequested, {});
    });
  }

  /** @returns its id */
  addDiscount(auth: AuthContext, currency: string, wanted: WantedDiscount): Promise<number> {
    return this.metadata.transaction(auth, async (tx) => {
      const { discountType, discountValue, from, until } = wanted;
      const values = [discountType, discountValue, currency, from, until, wanted.description];
      const [row] = await tx.query<{ id: number }>(ADD_DISCOUNT, [...values, this.clock.now()]);
      await tx.auditDone(BILLING_ACTIONS.discountAdded, {
        discount_id: row!.id,
        discount_type: discountType,
        discount_value: discountValue,
        from,
        until,
      });
      return row!.id;
    });
  }

  /** @returns its id */
  addAdjustment(auth: AuthContext, currency: string, wanted: WantedAdjustment): Promise<number> {
    return this.metadata.transaction(auth, async (tx) => {
      const { adjustmentType, promotionSubType, amount, from, until } = wanted;
      const values = [adjustmentType, promotionSubType, amount, currency, from, until, wanted.reason];
      const [row] = await tx.query<{ id: number }>(ADD_ADJUSTMENT, [...values, this.clock.now()]);
      await tx.auditDone(BILLING_ACTIONS.adjustmentAdded, {
        adjustment_id: row!.id,
        adjustment_type: adjustmentType,
        amount,
        from,
        until,
      });
      return row!.id;
    });
  }

  /**
   * Sets the last day of a discount or adjustment.
   * @returns false if there is none, or if it begins later
   */
  end(auth: AuthContext, what: 'discount' | 'adjustment', id: number, until: string): Promise<boolean> {
    const [query, action] =
      what === 'discount'
        ? [END_DISCOUNT, BILLING_ACTIONS.discountEnded]
        : [END_ADJUSTMENT, BILLING_ACTIONS.adjustmentEnded];
    return this.metadata.transaction(auth, async (tx) => {
      const ended = await tx.query(query, [id, until]);
      if (ended.length === 0) return false;
      await tx.auditDone(action, { [`${what}_id`]: id, until });
      return true;
    });
  }
}
