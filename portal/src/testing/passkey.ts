import { vi } from 'vitest';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

/** The browser's passkeys: the person uses one, or closes the dialog. */
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
    },
  };
  const get = isUsed
    ? () => Promise.resolve(credential)
    : () => Promise.reject(new DOMException('', 'NotAllowedError'));
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
}

/** An answer of POST /portal/break-glass/challenge. */
export const A_CHALLENGE = {
  challenge_id: '0190a0a0-0000-7000-8000-000000000001',
  authentication: { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', userVerification: 'required' },
};
