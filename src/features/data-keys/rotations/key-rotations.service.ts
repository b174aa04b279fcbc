import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import type { AuthContext, DataEnv, Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import { DATA_KEY_ACTIONS } from '../data-keys.audit.js';
import { Resealer } from './resealer.service.js';
import { RESEAL } from './reseal-jobs.js';
import { ADD_KEY, ALL_ROTATIONS, START_ROTATION } from './rotations.queries.js';

// How long an ended rotation is listed.
const LISTED_MS = 30 * 24 * HOUR_MS;

interface RotationRow {
  readonly client_id: string;
  readonly data_env: DataEnv;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly pass: number;
  readonly step: string | null;
  readonly found: number;
  readonly unopened: number;
  readonly waiting: number;
  readonly resealed: string;
  readonly next_work_at: Date;
}

export interface ListedRotation extends RotationRow {
  /** The current step of the pass, and the number of steps. */
  readonly stepNumber: number;
  readonly steps: number;
  readonly isResting: boolean;
}

/** Operators' rotations of data keys (privacy 6.8). */
@Injectable()
export class KeyRotations {
  constructor(
    private readonly keys: TenantKeys,
    private readonly metadata: MetadataStore,
    private readonly system: SystemQueries,
    private readonly resealer: Resealer,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives the tenant a new data key and has the worker seal everything under it.
   * @returns the id of the new key; null if a rotation of the tenant has not ended
   * @throws KeyUnavailableError
   */
  async start(auth: AuthContext): Promise<string | null> {
    await this.keys.current(auth, 'encryption');
    const { keyId, wrapped, providerId } = await this.keys.make(auth, 'encryption');
    const now = this.clock.now();
    return this.metadata.transaction(auth, async (tx) => {
      const [started] = await tx.query<{ old_keys: number }>(START_ROTATION, [keyId, now]);
      if (!started) return null;
      await tx.query(ADD_KEY, [keyId, wrapped, providerId]);
      await tx.auditDone(DATA_KEY_ACTIONS.rotationStarted, { key_id: keyId, old_keys: started.old_keys });
      await tx.enqueue(RESEAL, { clientId: auth.clientId, dataEnv: auth.dataEnv });
      return keyId;
    });
  }

  /** The refusal for commands that copy all of the tenant's rows; null: its key is not being rotated. */
  async refusal({ clientId, dataEnv }: Tenant): Promise<string | null> {
    const isOpen = (await this.list()).some(
      (it) => it.client_id === clientId && it.data_env === dataEnv && it.ended_at === null,
    );
    return isOpen ? `the data key of ${clientId} is being rotated. Wait until rotations shows its end` : null;
  }

  /** Open rotations of all tenants, and those that ended within the last 30 days. */
  async list(): Promise<readonly ListedRotation[]> {
    const now = this.clock.now();
    const rows = await this.system.query<RotationRow>(ALL_ROTATIONS, [new Date(now.getTime() - LISTED_MS)]);
    return rows.map((row) => {
      const steps = this.resealer.steps({ clientId: row.client_id, dataEnv: row.data_env });
      const at = steps.findIndex(({ name }) => name === row.step);
      return { ...row, stepNumber: at + 1, steps: steps.length, isResting: row.next_work_at > now };
    });
  }
}
