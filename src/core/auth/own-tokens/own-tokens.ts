import { Inject, Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { CATALOGUE } from '../../shared/catalogue.js';
import { PlatformError } from '../../shared/platform-error.js';
import { Clock, machineSeconds } from '../../time/clock.js';
import type { PersonClaims } from '../verified-tokens.js';
import { ALGORITHM, OwnKeys } from './own-keys.js';

/** How long a copy of a token still works after its session was withdrawn. */
const TOKEN_SECONDS = 300;

/** The issuer of the tokens of the service's sessions. */
export const ownIssuer = ({ portal }: Pick<Settings, 'portal'>): string => `${portal.url}/v1/portal`;

export interface OwnToken {
  readonly token: string;
  /** Unix milliseconds. */
  readonly endsAt: number;
}

/** Signs the tokens of the service's sessions (access 2.11). */
@Injectable()
export class OwnTokens {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly keys: OwnKeys,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 when the metadata store cannot be reached */
  async sign({ subject, dataEnv, proof, onlyClientId }: PersonClaims): Promise<OwnToken> {
    const { bearer } = this.settings;
    if (!bearer) throw new PlatformError(CATALOGUE.bearerNotConfigured);
    const { keyId, privateKey } = await this.keys.current();
    // The guards compare it with both clocks.
    const now = Math.max(machineSeconds(), Math.floor(this.clock.now().getTime() / 1000));
    const claims = {
      data_env: dataEnv,
      amr: proof.amr,
      ...(proof.authTime && { auth_time: Math.floor(proof.authTime.getTime() / 1000) }),
      ...(proof.connectionId !== null && { connection_id: proof.connectionId }),
      ...(proof.breakGlassId !== null && { break_glass_id: proof.breakGlassId }),
      ...(proof.sessionId !== null && { sid: proof.sessionId }),
      ...(onlyClientId !== null && { client_id: onlyClientId }),
    };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: keyId, typ: 'at+jwt' })
      .setIssuer(ownIssuer(this.settings))
      .setAudience(bearer.audience)
      .setSubject(subject)
      .setIssuedAt(machineSeconds())
      .setExpirationTime(now + TOKEN_SECONDS)
      .sign(privateKey);
    return { token, endsAt: (now + TOKEN_SECONDS) * 1000 };
  }
}
