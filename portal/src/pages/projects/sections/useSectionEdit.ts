import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../../forms/draft';
import { useWrite } from '../../../data/write';
import { isSame } from '../form/merge';
import { withValueAt, type Json, type JsonObject } from '../form/schema';
import { configurationOf, draftOf, lifecycleOf, type Draft, type ProjectKey } from '../project';
import { saveSection, type Edit, type Sent } from '../save-section';
import type { SectionName } from '../../../address/project-places';

interface Kept {
  readonly edit: Edit | null;
}
const NOTHING: Kept = { edit: null };

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
      await saveSection(key, section, sent, idempotencyKey);
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
