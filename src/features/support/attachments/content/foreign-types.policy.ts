const PDF = '%PDF-';
const PROGRAMS = ['<script', '<html', '<body', '<iframe', '<svg', '<!doctype html', '<?php'];
const ARCHIVES = ['Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'];

/** Browsers look for a type in this many bytes, and readers of PDF for its header in fewer. */
const SNIFFED_BYTES = 2048;

// The end record of a ZIP archive, with the longest comment.
const END_RECORD_BYTES = 22;
export const ZIP_TAIL_BYTES = END_RECORD_BYTES + 0xffff;
const END_RECORD = Buffer.from('PK\x05\x06', 'latin1');
// The shortest entry of its directory.
const ENTRY_BYTES = 46;

/**
 * Whether programs read a file as a second type besides its own (support-attachments 4.4).
 * @param head its first SNIFFED_BYTES
 * @param tail its last ZIP_TAIL_BYTES
 */
export function isAlsoAnotherType(isPdf: boolean, head: Buffer, tail: Buffer, bytes: number): boolean {
  const first = head.subarray(0, SNIFFED_BYTES).toString('latin1').toLowerCase();
  const last = tail.toString('latin1');
  const foreign = isPdf ? [] : [PDF];
  return (
    PROGRAMS.some((mark) => first.includes(mark)) ||
    foreign.some((mark) => first.includes(mark.toLowerCase()) || last.includes(mark)) ||
    ARCHIVES.some((mark) => last.includes(mark)) ||
    PROGRAMS.some((mark) => last.slice(-SNIFFED_BYTES).toLowerCase().includes(mark)) ||
    endsAsZip(tail, bytes)
  );
}

/** Whether an archive ends in these bytes: ZIP readers start at the end of a file. */
function endsAsZip(tail: Buffer, bytes: number): boolean {
  for (
    let at = tail.lastIndexOf(END_RECORD);
    at !== -1;
    at = at === 0 ? -1 : tail.lastIndexOf(END_RECORD, at - 1)
  ) {
    if (at + END_RECORD_BYTES > tail.length) continue;
    const entries = tail.readUInt16LE(at + 10);
    const directoryBytes = tail.readUInt32LE(at + 12);
    const position = bytes - tail.length + at;
    if (entries > 0 && directoryBytes >= entries * ENTRY_BYTES && directoryBytes <= position) return true;
  }
  return false;
}
