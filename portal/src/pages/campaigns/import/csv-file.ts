/** The maximum size of an import (campaigns 4.2): a larger file is not sent. */
const MOST_BYTES = 1024 * 1024;

export interface CsvFile {
  readonly name: string;
  readonly text: string;
}

export type FileFault = 'tooLarge' | 'notUtf8';

/** Reads a person's file. It is kept only in memory. */
export async function readCsvFile(file: File): Promise<CsvFile | FileFault> {
  if (file.size > MOST_BYTES) return 'tooLarge';
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    return { name: file.name, text };
  } catch {
    return 'notUtf8';
  }
}
