import { buffer } from 'node:stream/consumers';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AttachmentFiles } from '#app/features/support/attachments/lookup/attachment-files.service.js';

/** Deliberate mistakes that must make the attachment rows fail. */
export const ATTACHMENT_MISTAKES: Readonly<Record<string, (app: NestExpressApplication) => void>> = {
  /** Reads the whole file before it hashes or sends any of it. */
  'attachment-in-memory': (app) => {
    const files = app.get(AttachmentFiles, { strict: false });
    const content = files.content.bind(files);
    files.content = async (...asked: Parameters<typeof content>) => {
      const source = await content(...asked);
      return {
        bytes: source.bytes,
        async *read(start: number, end: number) {
          yield (await buffer(source.read(0, source.bytes))).subarray(start, end);
        },
      };
    };
  },
};
