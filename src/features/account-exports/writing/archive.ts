import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file as the manifest describes it. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

// The fastest level already achieves most of the possible savings for JSON and CSV.
const COMPRESSION_LEVEL = 1;

/** A ZIP file that is read while it is written, one file after another. */
export class Archive {
  private readonly zip = new ZipFile();
  private readonly failure = Promise.withResolvers<never>();

  /** @param at the modification time of the files in the ZIP file */
  constructor(private readonly at: Date) {
    this.failure.promise.catch(() => undefined);
    // An error reaches the reader; without a listener, an error before the first read would end the
    // process.
    this.content.on('error', () => undefined);
    this.zip.on('error', (error: Error) => this.fail(error));
  }

  /** The bytes; the stream ends after `end`, or with the error passed to `fail`. */
  get content(): Readable {
    return this.zip.outputStream as Readable;
  }

  /** Adds a file; resolves once all of it has been passed to `content`. */
  async add(name: string, text: AsyncIterable<Buffer>): Promise<ArchivedFile> {
    const digest = createHash('sha256');
    let bytes = 0;
    async function* counted(): AsyncGenerator<Buffer, void> {
      for await (const part of text) {
        digest.update(part);
        bytes += part.length;
        yield part;
      }
    }
    const source = Readable.from(counted(), { objectMode: false });
    source.on('error', (error) => this.fail(error));
    this.zip.addReadStream(source, name, { mtime: this.at, compressionLevel: COMPRESSION_LEVEL });
    try {
      await Promise.race([finished(source), this.failure.promise]);
    } finally {
      source.destroy();
    }
    return { name, bytes, sha256: digest.digest('hex') };
  }

  end(): void {
    this.zip.end();
  }

  /** Ends `content`, and the file that is being added, with an error. */
  fail(error: Error): void {
    this.failure.reject(error);
    this.content.destroy(error);
  }
}
