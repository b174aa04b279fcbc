import type { Pool } from 'pg';
import { ASSIGNMENTS_OF_SUBJECTS } from '#app/core/auth/identity.queries.js';

/**
 * Paths below it are answered as the others are, once the person's assignments are read: what each
 * request with a token has to do.
 */
export const AS_PERSON = '/as-person';

/** Reads the assignments of the platform's first person. @param pool of the metadata store */
export async function readPerson(pool: Pool): Promise<void> {
  await pool.query({ ...ASSIGNMENTS_OF_SUBJECTS, values: [['subject-1'], ['prod']] });
}
