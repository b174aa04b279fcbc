import { vi } from 'vitest';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

/**
 * The browser's passkeys: the person makes and uses one, or closes the dialog. Stubs what the browser
 * has and not the package that asks it: files of one process share the package.
 */
export function holdPasskey(isUsed = true): void {
  const credential = {
    id: 'key-1',
    rawId: bytes('key-1'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: {
      authenticatorData: bytes('data'),
      clientDataJSON: bytes('{}'),
      signature: bytes('signature'),
      userHandle: bytes('person'),
      attestationObject: bytes('attestation'),
    },
  };
  const ask = isUsed
    ? () => Promise.resolve(credential)
    : () => Promise.reject(new DOMException('', 'NotAllowedError'));
  vi.stubGlobal('PublicKeyCredential', class {});
  const value = { get: ask, create: ask };
  Object.defineProperty(navigator, 'credentials', { value, configurable: true });
}

/** An answer of POST /portal/break-glass/challenge. */
export const A_CHALLENGE = {
  challenge_id: '0190a0a0-0000-7000-8000-000000000001',
  authentication: { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', userVerification: 'required' },
};
