import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  checkName,
  checkPrefix,
  FileStore,
  filesUnavailable,
  type ByteRange,
  type StoredFile,
} from './file-store.js';

// 10,000 parts, S3's maximum, allow a file of 80 GB. Each upload keeps one part in memory.
const PART_BYTES = 8 * 1024 * 1024;
// A healthy endpoint accepts connections in milliseconds, and a part within seconds.
const CONNECT_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * An S3 client with this service's timeouts.
 * @param endpoint of a provider other than AWS, which rarely has a host name per bucket
 * @param config default: region and credentials of the process's usual AWS settings
 */
export const createS3Client = (endpoint: string | undefined, config: S3ClientConfig = {}): S3Client =>
  new S3Client({
    ...config,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: REQUEST_TIMEOUT_MS,
    },
  });

export class S3FileStore extends FileStore {
  constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {
    super();
  }

  override async put(name: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    const at = this.at(name);
    let bytes = 0;
    let ofContent: { readonly error: unknown } | null = null;
    async function* counted(): AsyncIterable<Uint8Array> {
      try {
        for await (const part of content) {
          bytes += part.byteLength;
          // Upload keeps it until it sends the part.
          yield Buffer.from(part);
        }
      } catch (error) {
        ofContent = { error };
        throw error;
      }
    }
    const body = Readable.from(counted());
    try {
      const params = { ...at, Body: body };
      await new Upload({ client: this.client, params, partSize: PART_BYTES, queueSize: 1 }).done();
      return bytes;
    } catch (error) {
      throw ofContent === null ? ofS3(error) : (ofContent as { readonly error: unknown }).error;
    } finally {
      body.destroy();
    }
  }

  override async read(name: string, range?: ByteRange): Promise<Readable | null> {
    const at = this.at(name);
    const bytes = range && { Range: `bytes=${range.start}-${range.start + range.length - 1}` };
    try {
      const { Body: body } = await this.client.send(new GetObjectCommand({ ...at, ...bytes }));
      if (!(body instanceof Readable)) throw new TypeError('S3 answers a stream.');
      return body;
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return null;
      if (nameOf(error) === 'InvalidRange') return Readable.from([]);
      throw ofS3(error);
    }
  }

  override async delete(name: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.at(name))).catch((error: unknown) => {
      throw ofS3(error);
    });
  }

  override async *list(prefix: string): AsyncIterable<StoredFile> {
    const pages = paginateListObjectsV2(
      { client: this.client },
      { Bucket: this.bucket, Prefix: checkPrefix(prefix) },
    );
    try {
      for await (const { Contents: objects = [] } of pages) {
        for (const { Key: name = '', Size: bytes = 0 } of objects) yield { name, bytes };
      }
    } catch (error) {
      throw ofS3(error);
    }
  }

  private at(name: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.bucket, Key: checkName(name) };
  }
}

const nameOf = (error: unknown): string =>
  error instanceof Error && /^[A-Za-z]{1,60}$/.test(error.name) ? error.name : 'unknown error';

// The SDK attaches responses to its errors: only the name is passed on.
const ofS3 = (error: unknown) => filesUnavailable(`S3 failed: ${nameOf(error)}`);
