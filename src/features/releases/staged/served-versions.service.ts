import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { StagedHashes, type StagedKey } from './staged-hashes.service.js';
import {
  drawsStaged,
  latestServedFrom,
  mayHaveServed,
  publishedAt,
  stagedAt,
  type ServedVersion,
} from './served-version.policy.js';
import { SERVED_VERSIONS } from './served-versions.queries.js';
import { callerOf } from '../rules/staged-release.policy.js';

/** A call whose version is to be determined. */
export interface ServedCall {
  readonly callId: string;
  readonly projectId: string;
  readonly startedAt: Date;
  readonly callerNumber: string | null;
  /** As reported by its runtime. */
  readonly versionNumber: number | null;
  readonly contentHash: string | null;
}

interface Row extends Omit<ServedVersion, 'staged'> {
  readonly projectId: string;
  readonly isStaged: boolean;
  readonly stagedUntil: Date | null;
  readonly percent: number | null;
  readonly numberHashes: string[];
  readonly keyId: string;
}

/** Determines which versions of projects served calls, for the reports of their runtimes. */
@Injectable()
export class ServedVersions {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly hashes: StagedHashes,
  ) {}

  /**
   * Reads the versions that may have served these calls. Nothing about the calls is stored.
   * @throws 503 if the store cannot be reached, or without the key of a staged release
   */
  async ofCalls(auth: AuthContext, calls: readonly ServedCall[]): Promise<VersionsOfCalls> {
    if (calls.length === 0) return new VersionsOfCalls(new Map(), new Map());
    const starts = calls.map(({ startedAt }) => startedAt.getTime());
    const values = [
      [...new Set(calls.map(({ projectId }) => projectId))],
      new Date(starts.reduce((one, other) => Math.min(one, other))),
      latestServedFrom(new Date(starts.reduce((one, other) => Math.max(one, other)))),
      [...new Set(calls.flatMap(({ versionNumber }) => versionNumber ?? []))],
    ];
    const rows = await this.metadata.read(auth, (db) => db.query<Row>(SERVED_VERSIONS, values));
    const versions = Map.groupBy(rows.map(versionOf), ({ projectId }) => projectId);
    const keys = new Map<string, StagedKey>();
    const known = new VersionsOfCalls(versions, keys);
    // Old releases may have keys that the tenant no longer has.
    for (const keyId of new Set(calls.flatMap((call) => known.keyOf(call) ?? [])))
      keys.set(keyId, await this.hashes.byId(auth, keyId));
    return known;
  }
}

/** The versions that may have served some calls. */
export class VersionsOfCalls {
  constructor(
    private readonly versions: ReadonlyMap<string, readonly ServedVersion[]>,
    private readonly keys: ReadonlyMap<string, StagedKey>,
  ) {}

  /** Whether the version that a call reports may have served it. */
  isPossible({ projectId, startedAt, versionNumber, contentHash }: ServedCall): boolean {
    const version = this.of(projectId).find((it) => it.versionNumber === versionNumber);
    if (version === undefined || !mayHaveServed(version, startedAt)) return false;
    return contentHash === null || contentHash === version.contentHash;
  }

  /** The key that `at` needs for this call; null: none. */
  keyOf(call: ServedCall): string | null {
    if (this.isPossible(call)) return null;
    return stagedAt(this.of(call.projectId), call.startedAt)?.staged?.keyId ?? null;
  }

  /**
   * The version that a call got when it started, as `choose` answers it (workspace 15.6): the staged
   * one if the caller is drawn or listed, else the published one. The number that was called is not
   * known here (calls-ingest 2.11). Null: none was published.
   */
  at(call: ServedCall): number | null {
    const versions = this.of(call.projectId);
    const staged = stagedAt(versions, call.startedAt);
    if (staged !== null && this.isDrawn(staged, call)) return staged.versionNumber;
    return publishedAt(versions, call.startedAt)?.versionNumber ?? null;
  }

  private isDrawn(version: ServedVersion, { projectId, callId, callerNumber }: ServedCall): boolean {
    const hash = this.keys.get(version.staged!.keyId)!.of(projectId, version.versionNumber);
    return drawsStaged(version, {
      callerHash: hash.caller(callerOf(callerNumber, callId)),
      numberHashes: callerNumber === null ? [] : [hash.number(callerNumber)],
    });
  }

  private of(projectId: string): readonly ServedVersion[] {
    return this.versions.get(projectId) ?? [];
  }
}

const versionOf = (row: Row): ServedVersion & Pick<Row, 'projectId'> => ({
  projectId: row.projectId,
  versionNumber: row.versionNumber,
  contentHash: row.contentHash,
  servedFrom: row.servedFrom,
  publishedFrom: row.publishedFrom,
  staged: row.isStaged
    ? {
        until: row.stagedUntil,
        percent: row.percent,
        numberHashes: row.numberHashes,
        keyId: row.keyId,
      }
    : null,
});
