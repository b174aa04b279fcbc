import { Injectable } from '@nestjs/common';
import { HotReads } from '../metadata/hot-reads.js';
import type { PortalRole } from './auth-context.js';
import type { Assignment, BearerCaller } from './caller.js';
import { ASSIGNMENTS_OF_SUBJECTS } from './identity.queries.js';
import type { TokenClaims } from './verified-tokens.js';

interface AssignmentRow {
  /** Index of the question this row answers, from 1. */
  position: number;
  user_id: string;
  client_id: string;
  role: PortalRole;
  is_default: boolean;
  organisation_id: string | null;
  allowlist: string[];
}

interface Question {
  readonly claims: TokenClaims;
  readonly resolve: (caller: BearerCaller) => void;
  readonly reject: (error: unknown) => void;
}

// A statement for a hundred people takes about a millisecond; more of them take turns on the pool.
const MAX_BATCH = 100;

/**
 * What a signed-in person may act as, read afresh for every request so that a withdrawn role ends at once.
 * Requests that arrive in the same turn of the event loop share one statement, which halves what a request costs
 * under load. It is sent after the last of them has arrived, so nobody is served an older answer.
 */
@Injectable()
export class PortalIdentities {
  private questions: Question[] = [];

  constructor(private readonly reads: HotReads) {}

  /**
   * A person without any active assignment is still a caller: the tenant guard answers 404, not 401.
   * @throws 503 when the metadata store cannot be reached
   */
  resolve(claims: TokenClaims): Promise<BearerCaller> {
    // PostgreSQL refuses a text with NUL, and with it the whole statement: nobody is known by such a name.
    if (claims.subject.includes('\0')) return Promise.resolve(callerOf(claims, []));
    return new Promise((resolve, reject) => {
      if (this.questions.length === 0) setImmediate(this.ask);
      this.questions.push({ claims, resolve, reject });
    });
  }

  private readonly ask = (): void => {
    const questions = this.questions;
    this.questions = [];
    for (let from = 0; from < questions.length; from += MAX_BATCH) {
      void this.answer(questions.slice(from, from + MAX_BATCH));
    }
  };

  private async answer(questions: readonly Question[]): Promise<void> {
    try {
      const rows = await this.reads.query<AssignmentRow>(ASSIGNMENTS_OF_SUBJECTS, [
        questions.map(({ claims }) => claims.subject),
        questions.map(({ claims }) => claims.dataEnv),
      ]);
      const found: AssignmentRow[][] = questions.map(() => []);
      for (const row of rows) found[row.position - 1]?.push(row);
      for (const [index, { claims, resolve }] of questions.entries())
        resolve(callerOf(claims, found[index] ?? []));
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  }
}

function callerOf({ dataEnv }: TokenClaims, rows: readonly AssignmentRow[]): BearerCaller {
  return { kind: 'bearer', userId: rows[0]?.user_id ?? '', dataEnv, assignments: rows.map(assignmentOf) };
}

const assignmentOf = (row: AssignmentRow): Assignment => ({
  clientId: row.client_id,
  role: row.role,
  isDefault: row.is_default,
  organisationId: row.organisation_id,
  allowlist: row.allowlist,
});
