import { Injectable } from '@nestjs/common';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import type { FactorRow } from './factor-rows.js';
import { PASSKEY_OF_CREDENTIAL, USE_CREDENTIAL } from './passkey-owners.queries.js';
import { Passkeys } from './passkeys.js';

/** A passkey that signed, and its person. */
export interface Signer {
  readonly userId: string;
  readonly factorId: string;
}

/** Finds the person whose passkey signs, for a sign-in that does not start with a name. */
@Injectable()
export class PasskeyOwners {
  constructor(
    private readonly store: SystemQueries,
    private readonly passkeys: Passkeys,
    private readonly clock: Clock,
  ) {}

  /** Options for a browser to sign with any passkey of the portal that the person selects. */
  challenge(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return this.passkeys.authentication([]);
  }

  /**
   * The passkey of an active person that signed a challenge; null if anything is wrong.
   * @throws 503 when the metadata store cannot be reached
   */
  async signer(response: object, challenge: string): Promise<Signer | null> {
    const { id: credentialId } = response as { readonly id?: unknown };
    if (typeof credentialId !== 'string') return null;
    const [row] = await this.store.query<FactorRow & { user_id: string }>(PASSKEY_OF_CREDENTIAL, [
      credentialId,
    ]);
    if (!row) return null;
    const { user_id: userId, ...passkey } = row;
    if (!isHandleOf(userId, response)) return null;
    const signed = await this.passkeys.authenticate(response, challenge, [passkey]);
    if (!signed) return null;
    const { factorId, signCount } = signed;
    const used = await this.store.query(USE_CREDENTIAL, [factorId, signCount, this.clock.now()]);
    return used.length > 0 ? { userId, factorId } : null;
  }
}

/** A passkey names the person for whom it was created (`userID` of its registration), if it can. */
function isHandleOf(userId: string, { response }: { readonly response?: unknown }): boolean {
  const handle = (response as { userHandle?: unknown } | null | undefined)?.userHandle;
  if (handle === undefined || handle === null) return true;
  return typeof handle === 'string' && Buffer.from(handle, 'base64url').toString() === userId;
}
