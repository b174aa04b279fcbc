import type { Pool } from 'pg';
import { ASSIGNMENTS_OF_SUBJECTS } from '#app/core/auth/identity.queries.js';

/**
 * Reads the assignments of the platform's first person. @param pool a pool of the metadata store
 */
export async function readPerson(pool: Pool): Promise<void> {
  await pool.query({ ...ASSIGNMENTS_OF_SUBJECTS, values: [['subject-1'], ['prod']] });
}
