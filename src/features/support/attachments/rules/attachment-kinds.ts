/** Kinds of files that a ticket accepts (support-attachments 4.1). */
export const ATTACHMENT_KINDS = {
  png: { type: 'image/png', extensions: ['png'] },
  jpeg: { type: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  webp: { type: 'image/webp', extensions: ['webp'] },
  pdf: { type: 'application/pdf', extensions: ['pdf'] },
  text: { type: 'text/plain', extensions: ['txt', 'log'] },
  csv: { type: 'text/csv', extensions: ['csv'] },
  json: { type: 'application/json', extensions: ['json'] },
  wav: { type: 'audio/wav', extensions: ['wav'] },
  mp3: { type: 'audio/mpeg', extensions: ['mp3'] },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
  },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extensions: ['xlsx'] },
} as const satisfies Record<string, { readonly type: string; readonly extensions: readonly string[] }>;

export type AttachmentKind = keyof typeof ATTACHMENT_KINDS;

/** Kinds whose telephone numbers are read (support-attachments 9.1). */
export const isTextKind = (kind: AttachmentKind | null): boolean =>
  kind === 'text' || kind === 'csv' || kind === 'json';

const KINDS = Object.keys(ATTACHMENT_KINDS) as AttachmentKind[];

export const ATTACHMENT_EXTENSIONS: readonly string[] = KINDS.flatMap((kind) => [
  ...ATTACHMENT_KINDS[kind].extensions,
]);

/** The kind that a file name promises; null if no ticket accepts it. */
export function kindOfName(name: string): AttachmentKind | null {
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
  return KINDS.find((kind) => ATTACHMENT_KINDS[kind].extensions.some((it) => it === extension)) ?? null;
}
