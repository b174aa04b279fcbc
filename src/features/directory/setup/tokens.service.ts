import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { DIRECTORY_ACTIONS } from '../directory.audit.js';
import { LOCK_DIRECTORY } from '../lookup/directory.queries.js';
import { mintToken } from '../rules/token.format.js';
import { counts, endOfToken, MOST_TOKENS, tokenStatus } from '../rules/token-terms.policy.js';
import {
  ADD_DIRECTORY_TOKEN,
  DIRECTORY_TOKENS,
  REPLACE_DIRECTORY_TOKEN,
  REVOKE_DIRECTORY_TOKEN,
} from './setup.queries.js';
import type { DirectoryTokenRequest } from './setup.request.js';
import type { DirectoryTokenResponse, NewDirectoryTokenResponse } from './setup.response.js';
import { tokenOfRow, type TokenRow } from './token-rows.js';

/** The tokens of a client's directory (directory 2.4). */
@Injectable()
export class TokensService {
  private readonly pepper: KeyObject;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {
    this.pepper = createSecretKey(settings.apiKeys.pepper);
  }

  /**
   * Creates a token. Only this response contains it.
   * @throws 404 for an absent token to replace, 409 if too many are valid or that one has ended
   */
  async create(
    auth: AuthContext,
    { name, replaces, grace_seconds: grace }: DirectoryTokenRequest,
    reservation: Reservation,
  ): Promise<NewDirectoryTokenResponse> {
    const { text, prefix, secretHash, pepperId, lastFour } = mintToken(this.pepper, auth.dataEnv);
    const token = await this.metadata.transaction(auth, async (tx) => {
      await tx.query(LOCK_DIRECTORY);
      const now = this.clock.now();
      const id = randomUUID();
      const rows = await tx.query<TokenRow>(DIRECTORY_TOKENS);
      if (replaces !== undefined) await this.replace(tx, rows, { replaces, id, grace, now });
      const counting = rows.filter((row) => row.token_id !== replaces && counts(tokenStatus(row, now)));
      if (counting.length >= MOST_TOKENS) {
        const message = `The directory has ${MOST_TOKENS} valid tokens, which is the limit. End one that is not used.`;
        throw new PlatformError(CATALOGUE.conflict, { message });
      }
      const by = auth.principal.id;
      const terms = [prefix, secretHash, pepperId, lastFour, now, by, endOfToken(now)];
      await tx.query(ADD_DIRECTORY_TOKEN, [id, name, ...terms]);
      await tx.auditDone(DIRECTORY_ACTIONS.tokenCreated, { token_id: id, replaces: replaces ?? null });
      return tx.complete(reservation, {
        ...(await find(tx, id, now)),
        secret: null,
        secret_available: false,
      });
    });
    return { ...token, secret: text, secret_available: true };
  }

  /** Ends a token, everywhere within a second. @throws 404 */
  end(auth: AuthContext, id: string, reservation: Reservation | null): Promise<DirectoryTokenResponse> {
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(LOCK_DIRECTORY);
      const now = this.clock.now();
      const before = await find(tx, id, now);
      if (before.status !== 'revoked') {
        await tx.query(REVOKE_DIRECTORY_TOKEN, [id, now, auth.principal.id]);
        await tx.auditDone(DIRECTORY_ACTIONS.tokenEnded, { token_id: id, status_before: before.status });
      }
      return tx.complete(reservation, await find(tx, id, now));
    });
  }

  private async replace(
    tx: UnitOfWork,
    rows: readonly TokenRow[],
    { replaces, id, grace, now }: { replaces: string; id: string; grace: number; now: Date },
  ): Promise<void> {
    const old = rows.find((row) => row.token_id === replaces);
    if (!old) throw notFound();
    const status = tokenStatus(old, now);
    if (status !== 'active') {
      const message = `Only an active token can be replaced, and this one is ${status}. Create a token without replaces.`;
      throw new PlatformError(CATALOGUE.conflict, { message });
    }
    await tx.query(REPLACE_DIRECTORY_TOKEN, [replaces, id, new Date(now.getTime() + grace * 1000)]);
  }
}

/** @throws 404 */
async function find(tx: UnitOfWork, id: string, now: Date): Promise<DirectoryTokenResponse> {
  const row = (await tx.query<TokenRow>(DIRECTORY_TOKENS)).find((it) => it.token_id === id);
  if (!row) throw notFound();
  return tokenOfRow(row, now);
}
