import { notFound } from '../../../core/shared/platform-error.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { PLACE_OF_REQUEST } from './place-of-request.queries.js';

interface Place {
  readonly client_timezone: string;
  readonly project_timezone: string | null;
  readonly project_name: string | null;
}

/**
 * Reads the project and time zone of a request.
 * @param projectId undefined if no project is named
 * @throws 404 for a project that belongs to another tenant or is archived (caller-requests 6.4)
 */
export async function placeOf(db: StoreReader, projectId: string | undefined): Promise<Place> {
  const [place] = await db.query<Place>(PLACE_OF_REQUEST, [projectId ?? null]);
  if (!place || (projectId !== undefined && place.project_timezone === null)) throw notFound();
  return place;
}
