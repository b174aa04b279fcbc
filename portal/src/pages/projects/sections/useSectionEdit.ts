import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { getDraft, replaceDraft } from '../../../api/generated';
import { asProblem } from '../../../api/problem';
import { useDraft } from '../../../forms/draft';
import { useWrite } from '../../../data/write';
import { isSame } from '../form/merge';
import { withValueAt, type Json, type JsonObject } from '../form/schema';
import { configurationOf, draftOf, ifMatch, lifecycleOf, type Draft, type ProjectKey } from '../project';
import type { SectionName } from '../../../address/project-places';

/** A person's unsaved edits, and the section's values when they began. */
interface Edit {
  readonly base: JsonObject;
  readonly value: JsonObject;
}
interface Kept {
  readonly edit: Edit | null;
}
const NOTHING: Kept = { edit: null };

/** Others may save other sections at the same moment, which changes the draft's etag each time. */
const MAX_ATTEMPTS = 4;

interface Sent {
  readonly edit: Edit;
  readonly etag: string | null;
}

/**
 * Saves a section to the draft. If the draft has changed but the section has not, it saves the
 * section over the newer draft. If the section has changed too, it saves nothing and returns the
 * 409 (workspace 3.4).
 */
async function save(
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

/** A section as a person edits it. Unsaved edits survive a reload and a sign-in. */
export function useSectionEdit(key: ProjectKey, section: SectionName, draft: Draft) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { values, set: keep, clear } = useDraft<Kept>(`project:${key.path.project_id}:${section}`, NOTHING);
  const saved = configurationOf(draft, section) ?? {};
  const { edit } = values;
  const value = edit?.value ?? saved;
  const latest = useRef({ saved, edit, keep, clear });
  useLayoutEffect(() => {
    latest.current = { saved, edit, keep, clear };
  });
  const put = useCallback((next: Edit) => {
    const now = latest.current;
    if (isSame(next.base, next.value)) now.clear();
    else now.keep({ edit: next });
    latest.current = { ...now, edit: isSame(next.base, next.value) ? null : next };
  }, []);
  const set = useCallback(
    (path: string, changed: Json | undefined) => {
      const { edit: before, saved: base } = latest.current;
      put({
        base: before?.base ?? base,
        value: withValueAt(before?.value ?? base, path, changed) as JsonObject,
      });
    },
    [put],
  );
  const write = useWrite<Sent, JsonObject>(
    async (sent, idempotencyKey) => {
      await save(key, section, sent, idempotencyKey);
      const fresh = await queries.query({ ...draftOf(key), staleTime: 0 });
      return configurationOf(fresh, section) ?? {};
    },
    {
      changes: [draftOf(key).queryKey, ['validation', key.path.project_id], lifecycleOf(key).queryKey],
      // Keeps edits that were typed while the request was running.
      onDone: (base, sent) => {
        notifications.show({ message: t('sectionPage.saved', { section: t(`sectionNames.${section}`) }) });
        const typed = latest.current.edit?.value ?? base;
        if (isSame(typed, sent.edit.value)) latest.current.clear();
        else put({ base, value: typed });
      },
    },
  );
  return {
    value,
    saved,
    /** The section's values when the editing began; undefined without unsaved edits. */
    base: edit?.base,
    isDirty: edit !== null,
    /** Another person has saved other values since the editing began. */
    isOvertaken: edit !== null && !isSame(edit.base, saved),
    set,
    /** Continues from the state that another person saved, with these values. */
    goOnFrom: (theirs: JsonObject, mine: JsonObject) => put({ base: theirs, value: mine }),
    revert: clear,
    save: () => edit && write.send({ edit, etag: draft.etag }),
    isSaving: write.isPending,
    problem: write.problem,
  };
}
