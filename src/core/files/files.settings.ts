import { str } from 'envalid';
import { httpUrl } from '../../config/validators.js';

export const FILES_SETTINGS = {
  FILE_STORE: str({
    choices: ['disk', 's3'] as const,
    default: 'disk' as const,
    desc: 'Stores the files that the platform creates: disk, in FILES_DIR, or s3, in S3_BUCKET.',
    example: 'disk',
  }),
  FILES_DIR: str({
    default: '.data/files',
    desc: 'For FILE_STORE=disk: a folder that main and worker share.',
    example: '/var/lib/telephony/files',
  }),
  S3_BUCKET: str({
    default: undefined,
    requiredWhen: (env) => env['FILE_STORE'] === 's3',
    desc: 'For FILE_STORE=s3: the bucket; region and credentials come from the usual AWS settings.',
    example: 'telephony-files',
  }),
  S3_ENDPOINT: httpUrl({
    default: undefined,
    desc: 'For FILE_STORE=s3: the address of a provider other than AWS.',
    example: 'https://s3.example.com',
  }),
};
