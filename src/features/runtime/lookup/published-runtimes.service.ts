import { Injectable } from '@nestjs/common';
import { isRecord } from '../../../core/shared/json/json-path.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import {
  DETECTION_DEFAULTS,
  type AnsweringMachineDetection,
} from '../../configuration/rules/sections/answering-machine.js';
import { draftSealContext, versionSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import { PUBLISHED_RUNTIME } from './runtime.queries.js';

/** The published configuration that a project's calls use. */
export interface PublishedRuntime {
  readonly isArchived: boolean;
  /** Whether outbound calls show a number: by the published version, or else the draft. */
  readonly hasCallerId: boolean;
  /** Null: the project was never published. */
  readonly version: PublishedVersion | null;
}

export interface PublishedVersion {
  readonly versionNumber: number;
  readonly contentHash: string;
  /** Whether it was deployed, or the runtime has reported that it uses it. */
  readonly isDeployed: boolean;
  /**
   * Whether the runtime confirmed the compliance settings (workspace 7.6); null: the runtime was
   * never asked.
   */
  readonly compliance: 'confirmed' | 'pending' | 'failed' | null;
  readonly answeringMachineDetection: AnsweringMachineDetection;
}

interface Row {
  readonly lifecycle_state: string;
  readonly version_number: number | null;
  readonly content_hash: string;
  /** From the published version; from the draft if there is none. */
  readonly providers: Readonly<Record<string, unknown>> | null;
  readonly is_deployed: boolean;
  readonly compliance: PublishedVersion['compliance'];
}

/** Tells other features the parts of a project's published version that outbound calls need. */
@Injectable()
export class PublishedRuntimes {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedValues,
  ) {}

  /**
   * Null if the tenant has no such project. Call it before a transaction of a tenant store is
   * opened.
   * @throws 503 if its configuration cannot be opened, or without the tenant's key
   */
  async of(auth: AuthContext, projectId: string): Promise<PublishedRuntime | null> {
    const [row] = await this.metadata.read(auth, (db) => db.query<Row>(PUBLISHED_RUNTIME, [projectId]));
    if (!row) return null;
    const isArchived = row.lifecycle_state === 'archived';
    const place =
      row.version_number === null
        ? draftSealContext(auth, projectId, 'provider-configuration')
        : versionSealContext(auth, projectId, row.version_number, 'provider-configuration');
    const providers = await this.sealed.openDocument(auth, place, row.providers ?? {});
    const { telephony, answering_machine_detection: detection } = providers;
    const hasCallerId = isRecord(telephony) && typeof telephony['caller_id'] === 'string';
    if (row.version_number === null) return { isArchived, hasCallerId, version: null };
    return {
      isArchived,
      hasCallerId,
      version: {
        versionNumber: row.version_number,
        contentHash: row.content_hash,
        isDeployed: row.is_deployed,
        compliance: row.compliance,
        answeringMachineDetection: (detection as AnsweringMachineDetection | undefined) ?? DETECTION_DEFAULTS,
      },
    };
  }
}
