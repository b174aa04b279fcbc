import { Injectable } from '@nestjs/common';
import { FileStore } from '../../files/file-store.js';
import type { Tenant } from '../../shared/auth-context.js';
import { putPieces, readPieces, type PiecedFile } from './sealed-pieces.js';
import { TenantKeys } from './tenant-keys.js';

/** The record of a sealed file, which its owner keeps; reading the file needs all of it. */
export interface SealedFile extends PiecedFile {
  readonly keyId: string;
}

/** Files of the file store, sealed in pieces under the tenant's key (privacy 6.7). */
@Injectable()
export class SealedFiles {
  constructor(
    private readonly files: FileStore,
    private readonly keys: TenantKeys,
  ) {}

  /**
   * Stores a file; it appears whole or not at all.
   * @returns its record, and the SHA-256 of its content in hex
   * @throws KeyUnavailableError, 503 of the file store, any error of `content`
   */
  async put(
    tenant: Tenant,
    name: string,
    content: AsyncIterable<Uint8Array>,
  ): Promise<SealedFile & { readonly sha256: string }> {
    const { keyId, key } = await this.keys.current(tenant, 'encryption');
    return { ...(await putPieces(this.files, key, tenant, name, content)), keyId };
  }

  /**
   * The bytes from `start` up to, but not including, `end`; the pieces are opened as they are read.
   * @throws KeyUnavailableError, 503 of the file store; ValueUnavailableError for a file that is
   *   missing, truncated or changed
   */
  async *read(tenant: Tenant, file: SealedFile, start: number, end: number): AsyncGenerator<Buffer, void> {
    if (start >= end) return;
    const { key } = await this.keys.byId(tenant, 'encryption', file.keyId);
    yield* readPieces(this.files, key, tenant, file, start, end);
  }
}
