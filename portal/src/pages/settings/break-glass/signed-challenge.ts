import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { beginBreakGlass, type SignedChallengeRequest } from '../../../api/generated';

/** Lets the person sign a challenge with a passkey; null if they used none. */
export async function signChallenge(): Promise<SignedChallengeRequest | null> {
  const { challenge_id, authentication } = (await beginBreakGlass()).data;
  const optionsJSON = authentication as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await startAuthentication({ optionsJSON }).catch(() => null);
  return response && { challenge_id, response: { ...response } };
}
