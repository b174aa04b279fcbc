import { getDraft, replaceDraft } from '../../api/generated';
import { asProblem } from '../../api/problem';
import type { SectionName } from '../../address/project-places';
import { isSame } from './form/merge';
import type { JsonObject } from './form/schema';
import { configurationOf, ifMatch, type ProjectKey } from './project';

/** A person's unsaved edits, and the section's values when they began. */
export interface Edit {
  readonly base: JsonObject;
  readonly value: JsonObject;
}

export interface Sent {
  readonly edit: Edit;
  readonly etag: string | null;
}

/** Others may save other sections at the same moment, which changes the draft's etag each time. */
const MAX_ATTEMPTS = 4;

/**
 * Saves a section to the draft. If the draft has changed but the section has not, it saves the
 * section over the newer draft. If the section has changed too, it saves nothing and returns the
 * 409 (workspace 3.4).
 */
export async function saveSection(
  { path, query }: ProjectKey,
  section: SectionName,
  { edit, etag }: Sent,
  key: string,
): Promise<void> {
  let guard = etag;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await replaceDraft({
        path,
        query,
        headers: { ...ifMatch(guard), 'Idempotency-Key': `${key}-${attempt}` },
        body: { configurations: { [section]: edit.value } },
      });
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || asProblem(error).status !== 409) throw error;
      const { data } = await getDraft({ path, query: { ...query, include: 'configurations' } });
      if (!isSame(configurationOf(data, section), edit.base)) throw error;
      guard = data.etag;
    }
  }
}
