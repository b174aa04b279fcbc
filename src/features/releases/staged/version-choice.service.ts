import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { StagedHashes } from './staged-hashes.service.js';
import { callerOf, runsStaged } from '../rules/staged-release.policy.js';
import { VERSION_CHOICE } from './staged-releases.queries.js';
import type { VersionChoiceRequest } from './staged-releases.request.js';
import type { VersionChoiceResponse } from './staged-releases.response.js';

interface PublishedRow {
  readonly version_number: number;
  readonly content_hash: string;
}

interface StagedRow {
  readonly staged_version_number: number;
  readonly staged_hash: string;
  readonly percent: number | null;
  readonly number_hashes: string[];
  readonly matching_key_id: string;
}

type Row = PublishedRow & (StagedRow | { readonly staged_version_number: null });

/** Determines the version that a call uses (workspace 15.6). Nothing about the call is stored. */
@Injectable()
export class VersionChoiceService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly hashes: StagedHashes,
  ) {}

  /**
   * @throws 404 for a project that is archived or was never published; 503 without the tenant's
   *   key, which only a staged release needs
   */
  async choose(
    auth: AuthContext,
    projectId: string,
    request: VersionChoiceRequest,
  ): Promise<VersionChoiceResponse> {
    const [row] = await this.metadata.read(auth, (db) => db.query<Row>(VERSION_CHOICE, [projectId]));
    if (!row) throw notFound();
    const published = {
      version_number: row.version_number,
      content_hash: row.content_hash,
      staged: false,
    };
    if (row.staged_version_number === null) return published;
    return (await this.isStaged(auth, projectId, row, request))
      ? { version_number: row.staged_version_number, content_hash: row.staged_hash, staged: true }
      : published;
  }

  private async isStaged(
    auth: AuthContext,
    projectId: string,
    row: StagedRow,
    { caller_number: caller = null, called_number: called = null, call_id: callId }: VersionChoiceRequest,
  ): Promise<boolean> {
    const { percent, number_hashes: numberHashes, matching_key_id: keyId } = row;
    const hash = (await this.hashes.byId(auth, keyId)).of(projectId, row.staged_version_number);
    const numbers = [caller, called].filter((it) => it !== null);
    return runsStaged(
      { percent, numberHashes },
      {
        callerHash: hash.caller(callerOf(caller, callId)),
        numberHashes: numbers.map((it) => hash.number(it)),
      },
    );
  }
}
