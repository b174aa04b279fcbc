import { Global, Module } from '@nestjs/common';
import { SETTINGS, settingsOf, type Settings } from '../../config/settings.js';
import { Clock } from '../time/clock.js';
import { DiskFileStore } from './disk-file-store.js';
import { FileStore } from './file-store.js';
import { FILES_SETTINGS } from './files.settings.js';

@Global()
@Module({
  providers: [
    {
      provide: FileStore,
      inject: [SETTINGS, Clock],
      useFactory: async (settings: Settings, clock: Clock): Promise<FileStore> => {
        const env = settingsOf(settings, FILES_SETTINGS);
        if (env.FILE_STORE === 'disk') return new DiskFileStore(env.FILES_DIR, clock);
        // The SDK needs several megabytes of memory, so it is only loaded if it is used.
        const { createS3Client, S3FileStore } = await import('./s3-file-store.js');
        return new S3FileStore(createS3Client(env.S3_ENDPOINT), env.S3_BUCKET ?? '');
      },
    },
  ],
  exports: [FileStore],
})
export class FilesModule {}
