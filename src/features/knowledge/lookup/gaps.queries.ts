import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * Counts a question of the project $3 in the hour $4: in the row of all questions, which has the empty
 * hash, and in those of the missing words: hashes $5, sealed words $6. $7: its call. A word that
 * would be one too many in its hour is left out: $8 are the most. A call that misses a word again does
 * not count again. Forgets hours before $9.
 */
export const COUNT_GAP = namedQuery('knowledge_gap_count')`
WITH old AS (
     DELETE FROM knowledge_gaps g
      WHERE g.client_id = $1 AND g.data_env = $2 AND g.project_id = $3 AND g.hour < $9),
     known AS (
     SELECT count(*) AS words FROM knowledge_gaps g
      WHERE g.client_id = $1 AND g.data_env = $2 AND g.project_id = $3 AND g.hour = $4)
INSERT INTO knowledge_gaps AS g
       (client_id, data_env, project_id, hour, word_hash, word_encrypted, questions, last_call_id)
SELECT $1, $2, $3, $4, w.word_hash, w.word_encrypted, 1, $7
  FROM unnest($5::bytea[], $6::bytea[]) AS w (word_hash, word_encrypted), known
 WHERE w.word_encrypted IS NULL OR known.words < $8
    OR EXISTS (SELECT FROM knowledge_gaps e
                WHERE e.client_id = $1 AND e.data_env = $2 AND e.project_id = $3 AND e.hour = $4
                  AND e.word_hash = w.word_hash)
ON CONFLICT (client_id, data_env, project_id, hour, word_hash)
DO UPDATE SET questions = g.questions + CASE WHEN g.word_encrypted IS NOT NULL AND g.last_call_id = excluded.last_call_id
                                              THEN 0 ELSE 1 END,
              last_call_id = coalesce(excluded.last_call_id, g.last_call_id)`;

export interface GapHourRow {
  readonly hour: Date;
  readonly questions: number;
}

/** Hours since $4 with questions in project $3 that found nothing good, newest first. */
export const GAP_HOURS = namedQuery('knowledge_gap_hours')`
SELECT g.hour, g.questions FROM knowledge_gaps g
 WHERE g.client_id = $1 AND g.data_env = $2 AND g.project_id = $3 AND g.hour >= $4 AND g.word_encrypted IS NULL
 ORDER BY g.hour DESC`;

export interface GapWordRow {
  readonly word_hash: string;
  readonly word_encrypted: Buffer;
  readonly questions: number;
  readonly last_hour: Date;
  readonly last_call_id: string | null;
}

/** The words that at least $5 questions of the project $3 missed since $4, the most missed first; at most $6. */
export const GAP_WORDS = namedQuery('knowledge_gap_words')`
SELECT encode(g.word_hash, 'hex') AS word_hash, (array_agg(g.word_encrypted ORDER BY g.hour DESC))[1] AS word_encrypted,
       sum(g.questions)::integer AS questions, max(g.hour) AS last_hour,
       (array_agg(g.last_call_id ORDER BY g.hour DESC) FILTER (WHERE g.last_call_id IS NOT NULL))[1] AS last_call_id
  FROM knowledge_gaps g
 WHERE g.client_id = $1 AND g.data_env = $2 AND g.project_id = $3 AND g.hour >= $4 AND g.word_encrypted IS NOT NULL
 GROUP BY g.word_hash
HAVING sum(g.questions) >= $5
 ORDER BY questions DESC, last_hour DESC, word_hash
 LIMIT $6`;
