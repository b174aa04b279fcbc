import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { withClient } from './databases.js';

/**
 * A word in the forms in which a file may contain it: unchanged, capitalised, and as hexadecimal
 * text.
 */
const formsOf = (word: string): string[] => [
  word,
  word.charAt(0).toUpperCase() + word.slice(1),
  Buffer.from(word).toString('hex'),
];

/**
 * The words that lie in clear in the files of a PostgreSQL cluster, as `<file>: <form of the
 * word>`. Make a checkpoint before you ask a running server: data that is only in memory is not
 * found. The system's grep reads the write-ahead log of a whole run, a gigabyte, in a second or
 * two.
 * @param folders which of the cluster's folders to look into
 */
function wordsInCluster(
  dataDirectory: string,
  words: readonly string[],
  folders: readonly string[],
): string[] {
  const forms = [...new Set(words.flatMap(formsOf))].flatMap((form) => ['-e', form]);
  const places = folders.map((folder) => join(dataDirectory, folder));
  const { status, stdout, error } = spawnSync('env', ['LC_ALL=C', 'grep', '-raoF', ...forms, ...places], {
    // As bytes rather than characters: most files are not text.
    encoding: 'latin1',
    maxBuffer: 256 * 1024 * 1024,
  });
  // 2 also means that a file has disappeared meanwhile, which is normal while the server runs.
  if (error || status === null) throw error ?? new Error('grep was ended before it was done.');
  const lines = stdout.split('\n').filter((line) => line !== '');
  return [...new Set(lines)].map((line) => line.replace(`${dataDirectory}/`, '').replace(':', ': '));
}

/**
 * The same in the files of these databases of one cluster, in those that they share, and in its
 * write-ahead log, once all that is in memory is written.
 * @param urls of a role that may make a checkpoint
 */
export async function wordsInFilesOf(urls: readonly string[], words: readonly string[]): Promise<string[]> {
  const { directory, ids } = await withClient(urls[0]!, async (client) => {
    await client.query('CHECKPOINT');
    const { rows } = await client.query<{ directory: string; ids: string[] }>(
      `SELECT current_setting('data_directory') AS directory,
              ARRAY(SELECT oid::text FROM pg_database WHERE datname = ANY($1)) AS ids`,
      [urls.map((url) => new URL(url).pathname.slice(1))],
    );
    return rows[0]!;
  });
  return wordsInCluster(directory, words, [...ids.map((id) => `base/${id}`), 'global', 'pg_wal']);
}
