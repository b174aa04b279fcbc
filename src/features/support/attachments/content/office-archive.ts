import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import type { AttachmentKind } from '../rules/attachment-kinds.js';
import type { Refusal } from '../rules/refusal.js';
import { BlockedSource, type ContentSource } from './content-source.js';

const MIB = 1024 * 1024;

// Documents of 25 MiB unpack to less; a table of repeated rows unpacks to at most a hundred times
// its size.
const MAX_UNPACKED_BYTES = 256 * MIB;
const MAX_RATIO = 150;
const RATIO_COUNTS_FROM_BYTES = 16 * MIB;
const MAX_ENTRIES = 10_000;
const MAX_TYPES_BYTES = 4 * MIB;

const TYPES_ENTRY = '[Content_Types].xml';
const MACROS = /(^|\/)vbaProject\.bin$/i;
const MAIN_PARTS: Readonly<Partial<Record<AttachmentKind, RegExp>>> = {
  docx: /application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml/,
  xlsx: /application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet\.main\+xml/,
};

/** The limit of unpacking, for all entries together. */
class Unpacked {
  bytes = 0;

  constructor(private readonly packedBytes: number) {}

  get isTooLarge(): boolean {
    const { bytes } = this;
    if (bytes > MAX_UNPACKED_BYTES) return true;
    return bytes > RATIO_COUNTS_FROM_BYTES && bytes > this.packedBytes * MAX_RATIO;
  }
}

/**
 * Examines a file that begins as a ZIP archive: a document of the kind that its name promises, that
 * can be unpacked to its end, without encryption and macros (support-attachments 4.6).
 */
export async function archiveFault(content: ContentSource, kind: AttachmentKind): Promise<Refusal | null> {
  const mainPart = MAIN_PARTS[kind];
  if (!mainPart) return 'content_mismatch';
  const reader = new SourceReader(new BlockedSource(content));
  try {
    const archive = await fromRandomAccessReaderPromise(reader, content.bytes, { strictFileNames: true });
    const fault = await entriesFault(archive, content.bytes, mainPart);
    if (reader.failure === null) return fault;
    throw reader.failure;
  } catch (error) {
    // A store's failure says nothing about the file; every other error concerns its structure.
    if (reader.failure !== null) throw reader.failure;
    if (error instanceof Error) return 'damaged';
    throw error;
  }
}

async function entriesFault(archive: ZipFile, bytes: number, mainPart: RegExp): Promise<Refusal | null> {
  if (archive.comment !== '') return 'also_another_type';
  if (archive.entryCount > MAX_ENTRIES) return 'too_large_inside';
  const unpacked = new Unpacked(bytes);
  const announced = new Unpacked(bytes);
  let types = '';
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) return 'encrypted';
    if (MACROS.test(entry.fileName)) return 'active_content';
    announced.bytes += entry.uncompressedSize;
    if (announced.isTooLarge) return 'too_large_inside';
    if (entry.fileName.endsWith('/')) continue;
    if (entry.fileName === TYPES_ENTRY) {
      if (entry.uncompressedSize > MAX_TYPES_BYTES) return 'content_mismatch';
      types = await text(await archive.openReadStreamPromise(entry));
    } else await unpack(archive, entry, unpacked);
    if (unpacked.isTooLarge) return 'too_large_inside';
  }
  return mainPart.test(types) ? null : 'content_mismatch';
}

/**
 * Sizes that an archive announces may be wrong.
 * @throws for an entry of another size, or a damaged one
 */
async function unpack(archive: ZipFile, entry: Entry, unpacked: Unpacked): Promise<void> {
  const content = await archive.openReadStreamPromise(entry);
  for await (const chunk of content as AsyncIterable<Buffer>) {
    unpacked.bytes += chunk.length;
    if (unpacked.isTooLarge) break;
  }
  content.destroy();
}

/** Lets the archive's reader read from the content, and records why that failed. */
class SourceReader extends RandomAccessReader {
  failure: Error | null = null;

  constructor(private readonly source: ContentSource) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.pieces(start, end), { objectMode: false });
  }

  private async *pieces(start: number, end: number): AsyncGenerator<Buffer> {
    try {
      yield* this.source.read(start, end);
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error('The content cannot be read.');
      throw error;
    }
  }
}
