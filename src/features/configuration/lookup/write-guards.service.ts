import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { echoableToken, staleConflict } from '../../../core/http/errors/stale.js';
import {
  assertRevision,
  checkPrecondition,
  readIfMatch,
} from '../../../core/http/etag/write-guard.policy.js';
import type { GuardedWrite, WriteGuard } from '../../../core/http/etag/write-guard.policy.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ChangesSince } from './changes-since.service.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import { effectiveSection, type EffectiveSection } from '../rules/sections/effective-configuration.policy.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';

/** The guard of a write: the state that the sender has read. */
interface Proof {
  /** The If-Match header. */
  readonly ifMatch: string | undefined;
  /** The etag that the body names. */
  readonly token?: string | undefined;
  /** The name of its field; `revision_token` unless the route names it differently. */
  readonly tokenField?: string;
}

const OF_DRAFT = "the draft's etag as If-Match (GET /draft shows it)";
const OF_SECTION: Readonly<Record<WriteGuard, string>> = {
  optional: "the section's etag or the draft's as If-Match",
  if_match: "the section's etag or the draft's as If-Match",
  if_match_or_token: "the section's etag or the draft's, as If-Match or as revision_token",
};

/**
 * Permits writes whose sender has read the current state (requests section 6). Each method throws
 * 428 precondition_required, 409 conflict with the stale guard and the changes, or 400
 * validation_failed.
 */
@Injectable()
export class WriteGuards {
  constructor(private readonly changes: ChangesSince) {}

  /**
   * For requests that replace, publish or discard the whole draft.
   * @param guard `optional`: nothing is written, but an etag that is sent must be the current one
   */
  async requireDraft(
    auth: AuthContext,
    db: StoreReader,
    state: ConfigurationState,
    proof: Proof,
    guard: Extract<WriteGuard, 'optional' | 'if_match'> = 'if_match',
  ): Promise<void> {
    const { draft } = state;
    const write = { guard, replacesState: draft !== null, current: draft ? [draft.etag] : [] };
    const wanted = proof.tokenField
      ? `the draft's etag as ${proof.tokenField} (GET /draft shows it)`
      : OF_DRAFT;
    await this.require(auth, db, state, { ...write, ...readProof(proof) }, null, wanted);
  }

  /**
   * For writes that replace the whole draft while there is none: their sender has read the
   * published version.
   * @param sent the number of the version that was read, null before the first one; undefined: not
   *   sent
   * @throws 409 if another version has been published since
   */
  async requireBase(
    auth: AuthContext,
    db: StoreReader,
    { draft, project: { projectId, latestPublishedVersion: current } }: ConfigurationState,
    sent: number | null | undefined,
  ): Promise<void> {
    if (draft || sent === undefined || sent === current) return;
    const from = sent ?? 0;
    const isEarlier = from >= 0 && from < (current ?? 0);
    throw staleConflict(
      {
        guard: 'base_version_number',
        sent: sent === null ? null : echoableToken(String(sent)),
        current: current === null ? null : String(current),
        changed_paths: isEarlier ? await this.changes.sinceVersion(auth, db, projectId, from, null) : null,
      },
      'Another version was published since you read the draft. Read it again and send its base_version_number.',
    );
  }

  /**
   * For requests that replace or validate one section: accepts its own etag, or the draft's, which
   * changes with every section.
   * @returns the current section
   */
  async requireSection(
    auth: AuthContext,
    db: StoreReader,
    state: ConfigurationState,
    section: SectionDefinition,
    guard: WriteGuard,
    proof: Proof,
  ): Promise<EffectiveSection> {
    const effective = effectiveSection(section, state);
    const current = [effective.etag, ...(state.draft ? [state.draft.etag] : [])];
    const write = { guard, replacesState: effective.source === 'draft', current, ...readProof(proof) };
    await this.require(auth, db, state, write, section.name, OF_SECTION[section.write.guard]);
    return effective;
  }

  private async require(
    auth: AuthContext,
    db: StoreReader,
    { project: { projectId } }: ConfigurationState,
    write: GuardedWrite,
    section: string | null,
    wanted: string,
  ): Promise<void> {
    const missing = `A draft exists. Read it and send ${wanted}; * is not accepted.`;
    const stale = checkPrecondition(write, missing);
    if (!stale) return;
    const { sent } = stale;
    const changed = sent === null ? null : await this.changes.paths(auth, db, projectId, sent, section);
    throw staleConflict(
      { ...stale, changed_paths: changed },
      `The configuration changed since you read it. Read it again and send ${wanted}.`,
    );
  }
}

const readProof = ({
  ifMatch,
  token,
  tokenField,
}: Proof): Pick<GuardedWrite, 'ifMatch' | 'token' | 'tokenField'> => ({
  ifMatch: readIfMatch(ifMatch),
  token,
  ...(tokenField !== undefined && { tokenField }),
});

/** @throws 409 if a part with its own version is not at the version that was sent */
export function requirePart(
  { name, write: { part } }: SectionDefinition,
  sent: unknown,
  standing: Readonly<Record<string, unknown>>,
): void {
  if (part) assertRevision(part.field, sent, part.of(standing), `/${name}/${part.field}`);
}
