import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { ServedVersions } from '../../../releases/staged/served-versions.service.js';
import type { CallRecord } from '../call-record.js';
import type { RecordWarning } from '../call-record.policy.js';

/** A record with the version to store, and a warning if that is not the reported version. */
interface VersionedRecord {
  readonly record: CallRecord;
  readonly warning: RecordWarning | null;
}

/** Determines which version of its project served a call (calls-ingest 2.10, 2.11). */
@Injectable()
export class CallVersions {
  constructor(private readonly served: ServedVersions) {}

  /**
   * Records in their order. @throws 503 if the versions cannot be read, or without the tenant's key
   * for a staged release
   */
  async of(auth: AuthContext, records: readonly CallRecord[]): Promise<readonly VersionedRecord[]> {
    const versions = await this.served.ofCalls(auth, records);
    return records.map((record) => {
      if (record.versionNumber !== null && versions.isPossible(record))
        return { record: { ...record, versionSource: 'reported' }, warning: null };
      const versionNumber = versions.at(record);
      return {
        record: { ...record, versionNumber, versionSource: versionNumber === null ? null : 'inferred' },
        warning: record.versionNumber === null ? null : unknownVersion(record),
      };
    });
  }
}

const unknownVersion = ({ callId, contentHash }: CallRecord): RecordWarning => ({
  call_id: callId,
  code: 'unknown_version',
  field: 'version_number',
  message:
    `Must be a version of the project that existed when the call started${contentHash === null ? '' : ', with its content_hash'}. ` +
    'The call is stored with the version that was in force then.',
});
