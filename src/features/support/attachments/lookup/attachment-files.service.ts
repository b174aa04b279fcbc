import {
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  randomUUID,
  type KeyObject,
} from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { FileStore } from '../../../../core/files/file-store.js';
import { freed } from '../../../../core/files/freed.js';
import { sealField } from '../../../../core/privacy/keys/field-cipher.js';
import { putPieces, readPieces } from '../../../../core/privacy/keys/sealed-pieces.js';
import { SealedValues } from '../../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../../core/privacy/keys/tenant-keys.js';
import type { Tenant } from '../../../../core/shared/auth-context.js';
import type { ContentSource } from '../content/content-source.js';
import { placeOfFileKey } from './sealed-places.js';

/** A part as recorded. */
export interface StoredPart {
  readonly part_number: number;
  readonly object_name: string;
  readonly bytes: number;
}

export interface NewFileKey {
  readonly sealedKey: Buffer;
  readonly fingerprint: string;
}

const KEY_BYTES = 32;

/**
 * Keyed, because the text of a short file could be guessed from its SHA-256; without the key, the
 * hash reveals nothing.
 */
const fingerprintOf = (key: KeyObject, sha256: string): string =>
  createHmac('sha256', key).update(`support-attachment\0${sha256}`).digest('hex');

/** The prefix of the names of a file's parts; its id is unique across tenants. */
const prefixOf = (attachmentId: string): string => `support-attachments/${attachmentId}/`;

/**
 * The content of attachments: parts in the file store, sealed under a key of the file, which is
 * sealed under the tenant's (support-attachments 3.3). Forgetting that key erases the file.
 */
@Injectable()
export class AttachmentFiles {
  constructor(
    private readonly files: FileStore,
    private readonly keys: TenantKeys,
    private readonly values: SealedValues,
  ) {}

  /**
   * @param sha256 the announced one
   * @returns the sealed key of a new file, and the fingerprint by which `isFile` knows it
   * @throws 503 without the tenant's key
   */
  async newKey(tenant: Tenant, attachmentId: string, sha256: string): Promise<NewFileKey> {
    const own = await this.keys.current(tenant, 'encryption');
    const key = randomBytes(KEY_BYTES);
    return {
      sealedKey: sealField(own, placeOfFileKey(tenant, attachmentId), key.toString('base64')),
      fingerprint: fingerprintOf(createSecretKey(key), sha256),
    };
  }

  /**
   * Whether the content has the announced SHA-256.
   * @throws 503
   */
  async isFile(
    tenant: Tenant,
    attachmentId: string,
    sealedKey: Buffer,
    { content, fingerprint }: { readonly content: ContentSource; readonly fingerprint: string },
  ): Promise<boolean> {
    const key = await this.open(tenant, attachmentId, sealedKey);
    return fingerprintOf(key, await sha256Of(content)) === fingerprint;
  }

  /**
   * Stores a part as it arrives; it is not recorded yet.
   * @throws 503, any error of `content`
   */
  async putPart(
    tenant: Tenant,
    attachmentId: string,
    sealedKey: Buffer,
    partNumber: number,
    content: AsyncIterable<Uint8Array>,
  ): Promise<StoredPart> {
    const key = await this.open(tenant, attachmentId, sealedKey);
    const name = `${prefixOf(attachmentId)}${partNumber}.${randomUUID()}`;
    const { bytes } = await putPieces(this.files, key, tenant, name, content);
    return { part_number: partNumber, object_name: name, bytes };
  }

  /**
   * The content of a file, opened as it is read.
   * @param parts in their order
   * @throws 503; ValueUnavailableError for parts that can never be opened
   */
  async content(
    tenant: Tenant,
    attachmentId: string,
    sealedKey: Buffer,
    parts: readonly StoredPart[],
  ): Promise<ContentSource> {
    const { files } = this;
    const key = await this.open(tenant, attachmentId, sealedKey);
    return {
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      async *read(start, end) {
        let at = 0;
        for (const { object_name: name, bytes } of parts) {
          const [from, to] = [Math.max(start - at, 0), Math.min(end - at, bytes)];
          if (from < to) yield* readPieces(files, key, tenant, { name, bytes }, from, to);
          at += bytes;
        }
      },
    };
  }

  deletePart({ object_name: name }: Pick<StoredPart, 'object_name'>): Promise<void> {
    return this.files.delete(name);
  }

  /** Deletes all parts of a file, including those without a record, except `kept`. */
  async clear(attachmentId: string, kept: readonly StoredPart[] = []): Promise<void> {
    const names = new Set(kept.map(({ object_name: name }) => name));
    for await (const { name } of this.files.list(prefixOf(attachmentId)))
      if (!names.has(name)) await this.files.delete(name);
  }

  private async open(tenant: Tenant, attachmentId: string, sealedKey: Buffer): Promise<KeyObject> {
    const opened = await this.values.open(tenant, placeOfFileKey(tenant, attachmentId), sealedKey);
    return createSecretKey(Buffer.from(opened, 'base64'));
  }
}

/** In hex. */
async function sha256Of(content: ContentSource): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of freed(content.read(0, content.bytes))) digest.update(chunk);
  return digest.digest('hex');
}
