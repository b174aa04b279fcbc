import { fileTypeFromBuffer } from 'file-type';
import { isTextKind, type AttachmentKind } from '../rules/attachment-kinds.js';
import type { Refusal } from '../rules/refusal.js';
import { readAt, type ContentSource } from './content-source.js';
import { JpegCheck, riffFault } from './end-of-image.policy.js';
import { isAlsoAnotherType, ZIP_TAIL_BYTES } from './foreign-types.policy.js';
import { archiveFault } from './office-archive.js';
import { PdfCheck } from './pdf-content.policy.js';
import { PngCheck } from './png-content.policy.js';
import { TextCheck } from './text-content.policy.js';

/** Reads a file from its beginning to its end. */
interface ContentCheck {
  take(chunk: Buffer): void;
  end(): Refusal | null;
}

// The library needs less for every type that a ticket accepts.
const HEAD_BYTES = 64 * 1024;

const ZIP_START = Buffer.from('PK\x03\x04', 'latin1');
/** Encrypted Office documents have this older format, with an entry of this name in UTF-16. */
const ENCRYPTED_OFFICE = Buffer.from('EncryptedPackage', 'utf16le');

const TYPES_OF_KINDS: Readonly<Partial<Record<AttachmentKind, readonly string[]>>> = {
  png: ['image/png', 'image/apng'],
  jpeg: ['image/jpeg'],
  webp: ['image/webp'],
  pdf: ['application/pdf'],
  wav: ['audio/wav', 'audio/vnd.wave'],
  mp3: ['audio/mpeg'],
};

/**
 * Finds out from its bytes whether a file is of the kind that its name promises
 * (support-attachments section 4). The caller passes the whole content through `take`, which shares
 * its reading with the scanner.
 */
export class Inspection {
  private last: Buffer = Buffer.alloc(0);

  private constructor(
    private readonly content: ContentSource,
    private readonly kind: AttachmentKind,
    private readonly head: Buffer,
    private readonly fault: Refusal | null,
    private readonly check: ContentCheck | null,
  ) {}

  static async begin(content: ContentSource, kind: AttachmentKind): Promise<Inspection> {
    const head = await readAt(content, 0, HEAD_BYTES);
    const fault = await startFault(head, kind);
    return new Inspection(content, kind, head, fault, checkOf(kind));
  }

  take(chunk: Buffer): void {
    this.check?.take(chunk);
    this.last = Buffer.concat([this.last, chunk]).subarray(-ZIP_TAIL_BYTES);
  }

  /** @returns why the file is refused, or null; call it after the whole content */
  async end(): Promise<Refusal | null> {
    const { content, kind, head } = this;
    if (this.fault !== null) return this.fault;
    if (kind === 'docx' || kind === 'xlsx') return archiveFault(content, kind);
    if (!isTextKind(kind) && isAlsoAnotherType(kind === 'pdf', head, this.last, content.bytes))
      return 'also_another_type';
    if (kind === 'webp') return riffFault(head, content.bytes);
    return this.check?.end() ?? null;
  }
}

async function startFault(head: Buffer, kind: AttachmentKind): Promise<Refusal | null> {
  const isArchive = head.subarray(0, ZIP_START.length).equals(ZIP_START);
  if (kind === 'docx' || kind === 'xlsx') {
    if (isArchive) return null;
    return head.includes(ENCRYPTED_OFFICE) ? 'encrypted' : 'content_mismatch';
  }
  const types = TYPES_OF_KINDS[kind];
  // A text is judged by its characters: its first letters may be the signature of another format.
  if (!types) return null;
  const found = isArchive ? undefined : await fileTypeFromBuffer(head);
  return found && types.includes(found.mime) ? null : 'content_mismatch';
}

function checkOf(kind: AttachmentKind): ContentCheck | null {
  if (kind === 'png') return new PngCheck();
  if (kind === 'jpeg') return new JpegCheck();
  if (kind === 'pdf') return new PdfCheck();
  if (isTextKind(kind)) return new TextCheck(kind === 'json');
  return null;
}
