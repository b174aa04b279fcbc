import { Injectable } from '@nestjs/common';
import { success } from '../../../core/shared/audit-event.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { unprocessable, type FieldError } from '../../../core/shared/platform-error.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { DIALLING_ACTIONS } from '../dialling.audit.js';
import { AllowedNumberRangeEntity } from '../dialling.entities.js';
import { isNumberOfToday, NUMBER_OF_TODAY } from '../../../core/shared/phone-numbers/phone-number.policy.js';
import { costlyKind } from './costly-number.policy.js';
import type { CostlyKind } from './costly-ranges.js';
import { countryOfOrdinary } from './ordinary-number.policy.js';

interface NumberRefusal {
  readonly code: `number_${CostlyKind}` | 'phone_invalid';
  readonly message: string;
}

/** Judges numbers in E.164; null: the number may be dialled. */
export type NumberRules = (number: string) => NumberRefusal | null;

const WORDS: Readonly<Record<CostlyKind, string>> = {
  premium_rate: 'a premium-rate number',
  shared_cost: 'a shared-cost number',
  personal: 'a personal (follow-me) number',
  satellite: 'a satellite number',
};

const refusalOf = (kind: CostlyKind): NumberRefusal => ({
  code: `number_${kind}`,
  message:
    `must be an ordinary fixed-line, mobile or toll-free number: this is ${WORDS[kind]}, which the platform neither dials nor shows as a caller; ` +
    'the operator of the platform can allow its range',
});

const NOT_OF_TODAY: NumberRefusal = { code: 'phone_invalid', message: NUMBER_OF_TODAY };

/**
 * Decides which numbers the platform dials for a client, on every route (dispatch section 8).
 * Numbers that cost far more than others, or pay a third party for each minute, are refused unless
 * an operator has allowed their range.
 */
@Injectable()
export class DialledNumbers {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 when the metadata store cannot be reached */
  judgeFor(tenant: Tenant): Promise<NumberRules> {
    return this.metadata.read(tenant, (db) => this.judgeIn(db));
  }

  /** The same for the tenant to which the reader is bound. */
  async judgeIn(db: StoreReader): Promise<NumberRules> {
    const rows = db.repo(AllowedNumberRangeEntity).find({});
    const allowed = (await rows).map(({ prefix }) => prefix);
    return (number) => {
      if (allowed.some((prefix) => number.startsWith(prefix))) return null;
      const kind = costlyKind(number);
      if (kind !== null) return refusalOf(kind);
      return isNumberOfToday(number) ? null : NOT_OF_TODAY;
    };
  }

  /**
   * The country of an ordinary fixed or mobile number, by ISO 3166-1. Null for any other number,
   * even in an allowed range: for a public route.
   */
  countryOfOrdinary(number: string): string | null {
    return countryOfOrdinary(number);
  }

  /**
   * Refuses numbers of a request that may not be dialled or shown to people as callback numbers.
   * Null: a field without a number.
   * @throws 422 naming their fields of the body, such as `compliance.cli_return_number`; 503
   */
  async require(tenant: Tenant, numbers: Readonly<Record<string, string | null>>): Promise<void> {
    const judge = await this.judgeFor(tenant);
    const faults = Object.entries(numbers).flatMap(([field, number]): FieldError[] => {
      const refusal = number === null ? null : judge(number);
      if (refusal === null) return [];
      return [{ loc: ['body', ...field.split('.')], message: refusal.message, type: refusal.code }];
    });
    if (faults.length > 0) throw unprocessable(...faults);
  }

  /** The beginnings of the numbers that an operator has allowed, in order. */
  async allowed(tenant: Tenant): Promise<string[]> {
    const rows = await this.metadata.read(tenant, (db) => db.repo(AllowedNumberRangeEntity).find({}));
    return rows.map(({ prefix }) => prefix).sort();
  }

  /** @returns false if it was allowed already */
  allow(auth: AuthContext, prefix: string): Promise<boolean> {
    return this.metadata.transaction(auth, async (tx) => {
      const ranges = tx.repo(AllowedNumberRangeEntity);
      if (await ranges.findOne({ prefix })) return false;
      await ranges.insert({ prefix, allowedAt: this.clock.now(), allowedBy: auth.principal.id });
      await tx.audit(success(DIALLING_ACTIONS.rangeAllowed, { prefix }));
      return true;
    });
  }

  /** @returns false if it was not allowed */
  withdraw(auth: AuthContext, prefix: string): Promise<boolean> {
    return this.metadata.transaction(auth, async (tx) => {
      const deleted = await tx.repo(AllowedNumberRangeEntity).delete({ prefix });
      if (deleted === 0) return false;
      await tx.audit(success(DIALLING_ACTIONS.rangeWithdrawn, { prefix }));
      return true;
    });
  }
}
