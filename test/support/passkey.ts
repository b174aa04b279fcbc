import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

const ORIGIN_FLAGS = 0x05;
const WITH_CREDENTIAL = 0x40;

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer): string => data.toString('base64url');

/** CBOR of small maps, texts, integers and bytes. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([k, v]) => [cbor(k), cbor(v)])]);
}

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** An authenticator with one passkey, as seen by a browser. */
export class Passkey {
  readonly id = base64url(randomBytes(16));
  private readonly publicKey: KeyObject;
  private readonly privateKey: KeyObject;
  private count = 0;

  constructor(
    private readonly origin: string,
    private readonly flags = ORIGIN_FLAGS,
    /** The relying party, by host. */
    private readonly rpId = new URL(origin).hostname,
  ) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.publicKey = pair.publicKey;
    this.privateKey = pair.privateKey;
  }

  /** The RegistrationResponseJSON for these options. */
  register({ challenge }: { readonly challenge: string }): object {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    const authData = Buffer.concat([this.data(WITH_CREDENTIAL, this.rpId), credential]);
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.answer({
      clientDataJSON: base64url(clientData('webauthn.create', challenge, this.origin)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /**
   * The AuthenticationResponseJSON for these options.
   * @param at the browser's origin; default: the one of the registration
   */
  sign(
    { challenge }: { readonly challenge: string },
    { origin = this.origin, rpId = this.rpId }: { readonly origin?: string; readonly rpId?: string } = {},
  ): object {
    this.count += 1;
    const client = clientData('webauthn.get', challenge, origin);
    const data = this.data(0, rpId);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.privateKey);
    return this.answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    });
  }

  private data(more: number, rpId: string): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.count);
    return Buffer.concat([sha256(rpId), Buffer.from([this.flags | more]), count]);
  }

  private answer(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
