import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** The credentials of a TLS server, as PEM. */
interface Credentials {
  readonly key: string;
  readonly cert: string;
}

interface Subject {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly extension: Buffer;
  /** Two digits; up to 49 they are years of this century. */
  readonly lastYear: number;
}

const TAG = { integer: 2, bits: 3, octets: 4, text: 12, time: 23, sequence: 0x30, set: 0x31 };
// 2.5.4.3, 1.2.840.10045.4.3.2, 2.5.29.17 and 2.5.29.19, encoded with their tag.
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const ALTERNATIVE_NAMES = Buffer.from('0603551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');
const TRUE = Buffer.from('0101ff', 'hex');

/**
 * A certificate authority for TLS servers in tests: ECDSA on P-256, created in a few milliseconds.
 */
export class CertificateAuthority {
  /** The certificate that clients trust, as PEM. */
  readonly pem: string;
  private readonly key: KeyObject;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.key = privateKey;
    const extension = der(TAG.sequence, BASIC_CONSTRAINTS, TRUE, der(TAG.octets, der(TAG.sequence, TRUE)));
    this.pem = this.certify({ name: 'Test authority', publicKey, extension, lastYear: 49 });
  }

  /** @param hosts names and IPv4 addresses that the certificate covers */
  issue(hosts: readonly string[], { lastYear = 49 } = {}): Credentials {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const names = hosts.map((host) =>
      isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
    );
    const extension = der(TAG.sequence, ALTERNATIVE_NAMES, der(TAG.octets, der(TAG.sequence, ...names)));
    return {
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      cert: this.certify({ name: 'Test server', publicKey, extension, lastYear }),
    };
  }

  /** An RSA key for a directory's signatures, and its certificate. */
  issueSigner({ bits = 2048, lastYear = 49 } = {}): Credentials {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
    const extension = der(TAG.sequence, BASIC_CONSTRAINTS, der(TAG.octets, der(TAG.sequence)));
    return {
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      cert: this.certify({ name: 'Test directory', publicKey, extension, lastYear }),
    };
  }

  private certify({ name, publicKey, extension, lastYear }: Subject): string {
    const algorithm = der(TAG.sequence, ECDSA_SHA256);
    const contents = der(
      TAG.sequence,
      der(0xa0, der(TAG.integer, Buffer.from([2]))),
      der(TAG.integer, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
      algorithm,
      nameOf('Test authority'),
      der(
        TAG.sequence,
        der(TAG.time, Buffer.from('200101000000Z')),
        der(TAG.time, Buffer.from(`${lastYear}0101000000Z`)),
      ),
      nameOf(name),
      publicKey.export({ type: 'spki', format: 'der' }),
      der(0xa3, der(TAG.sequence, extension)),
    );
    const signature = der(TAG.bits, Buffer.from([0]), sign('sha256', contents, this.key));
    const text = der(TAG.sequence, contents, algorithm, signature).toString('base64');
    return `-----BEGIN CERTIFICATE-----\n${text.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
  }
}

const nameOf = (name: string): Buffer =>
  der(TAG.sequence, der(TAG.set, der(TAG.sequence, COMMON_NAME, der(TAG.text, Buffer.from(name)))));

/** One value in DER: tag, length, contents. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const contents = Buffer.concat(parts);
  const length = contents.length;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), contents]);
}
