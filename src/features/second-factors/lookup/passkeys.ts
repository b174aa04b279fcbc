import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { PortalAddress } from '../../portal/lookup/portal-address.js';
import type { FactorRow } from './factor-rows.js';

/** A passkey that has been verified. */
interface NewPasskey {
  readonly credentialId: string;
  /** Base64url. */
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: readonly string[];
}

/** The library takes about 26 MB, so it is loaded at first use. */
const library = () => import('@simplewebauthn/server');

/** Registers passkeys and verifies their signatures, for the portal's address alone. */
@Injectable()
export class Passkeys {
  constructor(private readonly address: PortalAddress) {}

  /** The name of the portal, as apps and passkeys show it. */
  host(): string {
    return this.portal().host;
  }

  /**
   * Options for a browser to create a passkey.
   * @param others of the person, which are not created again
   */
  async registration(
    userId: string,
    name: string,
    others: readonly FactorRow[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { host } = this.portal();
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
      rpName: host,
      rpID: host,
      userName: name,
      userID: new TextEncoder().encode(userId),
      attestationType: 'none',
      excludeCredentials: credentialsOf(others),
      // A passkey requires a fingerprint, a face or a PIN, so that a stolen key alone is useless.
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
    });
  }

  /** The passkey that a browser has created; null if anything about it is wrong. */
  async register(response: object, challenge: string): Promise<NewPasskey | null> {
    const { host, origin } = this.portal();
    const { verifyRegistrationResponse } = await library();
    const verified = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) return null;
    const { credential } = verified.registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      signCount: credential.counter,
      transports: credential.transports ?? [],
    };
  }

  /** Options for a browser to sign with one of a person's passkeys. */
  async authentication(passkeys: readonly FactorRow[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: this.portal().host,
      allowCredentials: credentialsOf(passkeys),
      userVerification: 'required',
    });
  }

  /** The passkey that signed a challenge, and its new count; null if anything is wrong. */
  async authenticate(
    response: object,
    challenge: string,
    passkeys: readonly FactorRow[],
  ): Promise<{ factorId: string; signCount: number } | null> {
    const { host, origin } = this.portal();
    const signed = response as AuthenticationResponseJSON;
    const passkey = passkeys.find((it) => it.credential_id === signed.id);
    if (!passkey?.credential_id || passkey.public_key === null) return null;
    const { verifyAuthenticationResponse } = await library();
    const verified = await verifyAuthenticationResponse({
      response: signed,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: Number(passkey.sign_count),
        transports: passkey.transports,
      },
    }).catch(() => null);
    if (!verified?.verified) return null;
    return { factorId: passkey.factor_id, signCount: verified.authenticationInfo.newCounter };
  }

  private portal(): { host: string; origin: string } {
    const { origin } = this.address.get();
    return { host: new URL(origin).hostname, origin };
  }
}

const credentialsOf = (factors: readonly FactorRow[]) =>
  factors.flatMap(({ credential_id: id, transports }) =>
    id === null ? [] : [{ id, transports: transports as AuthenticatorTransport[] }],
  );
