import { createPublicKey, createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type JWK } from 'jose';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { SystemQueries } from '../../database/metadata/system-queries.js';
import { openBox, sealBox } from '../../privacy/aes-gcm.js';
import { derivedKey } from '../../privacy/keys/derived-key.js';
import { Clock } from '../../time/clock.js';
import { pepperIdOf } from '../api-keys/api-key.format.js';
import { ADD_SIGNING_KEY, SIGNING_KEYS } from './own-keys.queries.js';

export const ALGORITHM = 'ES256';

// A month, as is usual for keys of tokens: a key that leaked stops by itself.
const PERIOD_MS = 30 * 24 * 3_600_000;
// Tokens of 5 minutes expire long before their key, even if the clocks of processes differ.
const OVERLAP_MS = 3_600_000;
// A flood of invented key ids must not reach the store; a key that another process added waits at
// most as long.
const LOOK_EVERY_MS = 1_000;

/** The key of the current period. */
export interface SigningKey {
  readonly keyId: string;
  readonly privateKey: Awaited<ReturnType<typeof importPKCS8>>;
}

interface KeyRow {
  key_id: string;
  period: number;
  sealed_under: string;
  public_jwk: JWK;
  private_encrypted: Buffer;
  ends_at: Date;
}

interface KnownKey {
  readonly pem: string;
  readonly endsAt: number;
}

/**
 * The keys with which the service signs the tokens of its sessions, and recognises them (access
 * 2.11). Each period has one; the previous one stays valid for an hour. A process whose pepper
 * cannot open it makes its own.
 */
@Injectable()
export class OwnKeys {
  private readonly sealing: KeyObject;
  private readonly pepperId: string;
  private readonly known = new Map<string, KnownKey>();
  private lookedInVainAt = -Infinity;
  private signing: { readonly period: number; readonly key: Promise<SigningKey> } | undefined;

  constructor(
    @Inject(SETTINGS) { apiKeys: { pepper } }: Settings,
    private readonly store: SystemQueries,
    private readonly clock: Clock,
  ) {
    this.sealing = derivedKey(pepper, 'token signing keys');
    this.pepperId = pepperIdOf(createSecretKey(pepper));
  }

  /** @throws 503 when the metadata store cannot be reached */
  current(): Promise<SigningKey> {
    const period = Math.floor(this.clock.now().getTime() / PERIOD_MS);
    if (this.signing?.period !== period) {
      const key = this.keyOf(period);
      this.signing = { period, key };
      key.catch(() => (this.signing = undefined));
    }
    return this.signing.key;
  }

  /** The PEM public key of a token's key id; null for another one. */
  async find(keyId: string): Promise<string | null> {
    const now = this.clock.now().getTime();
    if (!this.known.has(keyId) && Math.abs(now - this.lookedInVainAt) >= LOOK_EVERY_MS) {
      await this.look();
      if (!this.known.has(keyId)) this.lookedInVainAt = now;
    }
    const key = this.known.get(keyId);
    return key && key.endsAt > now ? key.pem : null;
  }

  /** The public keys of all tokens that may be valid. */
  async published(): Promise<JWK[]> {
    await this.current();
    return (await this.look()).map((row) => row.public_jwk);
  }

  private async keyOf(period: number): Promise<SigningKey> {
    const isOurs = (row: KeyRow): boolean => row.period === period && row.sealed_under === this.pepperId;
    let row = (await this.look()).find(isOurs);
    if (!row) {
      await this.add(period);
      row = (await this.look()).find(isOurs);
    }
    if (!row) throw new Error('The key that was added has ended already.');
    const pem = openBox(this.sealing, row.key_id, row.private_encrypted).toString();
    return { keyId: row.key_id, privateKey: await importPKCS8(pem, ALGORITHM) };
  }

  private async add(period: number): Promise<void> {
    const keyId = randomUUID();
    const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: keyId, alg: ALGORITHM, use: 'sig' };
    const sealed = sealBox(this.sealing, keyId, Buffer.from(await exportPKCS8(privateKey)));
    const endsAt = new Date((period + 1) * PERIOD_MS + OVERLAP_MS);
    const values = [keyId, period, this.pepperId, JSON.stringify(jwk), sealed, endsAt, this.clock.now()];
    await this.store.query(ADD_SIGNING_KEY, values);
  }

  private async look(): Promise<readonly KeyRow[]> {
    const now = this.clock.now();
    const rows = await this.store.query<KeyRow>(SIGNING_KEYS, [now]);
    for (const row of rows) this.known.set(row.key_id, knownKeyOf(row));
    for (const [keyId, { endsAt }] of this.known) if (endsAt <= now.getTime()) this.known.delete(keyId);
    return rows;
  }
}

const knownKeyOf = ({ public_jwk: jwk, ends_at: endsAt }: KeyRow): KnownKey => ({
  pem: createPublicKey({ key: { ...jwk }, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString(),
  endsAt: endsAt.getTime(),
});
