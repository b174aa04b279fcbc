import { Affix, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { discardSection } from '../../../api/generated';
import { useMay } from '../../../address/assignment';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Refusal } from '../../../parts/Refusal';
import { Loaded } from '../../../parts/States';
import { withTexts } from '../../../texts/texts';
import { FormContext, type Finding } from '../form/context';
import { Field } from '../form/Field';
import { isList, type JsonObject } from '../form/schema';
import { WordsProvider } from '../form/words';
import { draftOf, ifMatch, validationOf, type Draft, type ProjectKey } from '../project';
import { FindingsSummary } from './FindingsSummary';
import { LAYOUTS } from './layouts';
import { SCHEMAS } from './schemas';
import { SectionForm } from './SectionForm';
import type { Section } from './sections';
import { useReferences } from './useReferences';
import { Templates } from './Templates';
import { useSectionEdit } from './useSectionEdit';

const Comparison = lazy(async () => ({ default: (await import('./Comparison')).Comparison }));
const TransferTest = lazy(
  withTexts(['projectTabs'], async () => ({ default: (await import('./TransferTest')).TransferTest })),
);
const Talk = lazy(withTexts(['projectTabs'], async () => ({ default: (await import('./Talk')).Talk })));

/** The main language of a saved assistant. */
const languageOf = ({ languages }: JsonObject): string =>
  isList(languages) && typeof languages[0] === 'string' ? languages[0] : 'en';

/** Resets a section of the draft to the published state. */
function Discard({
  projectKey,
  section,
  etag,
  onDone,
}: {
  readonly projectKey: ProjectKey;
  readonly section: Section;
  readonly etag: string | null;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const write = useWrite<string | null, unknown>(
    (guard, key) =>
      discardSection({
        path: { ...projectKey.path, section: section.name },
        query: projectKey.query,
        headers: { ...ifMatch(guard), 'Idempotency-Key': key },
      }),
    {
      changes: [draftOf(projectKey).queryKey, ['validation', projectKey.path.project_id]],
      onDone: () => {
        setAsking(false);
        onDone();
      },
    },
  );
  return (
    <>
      <Button size="xs" variant="subtle" color="gray" onClick={() => setAsking(true)}>
        {t('sectionPage.discard')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('sectionPage.discardTitle', { section: t(`sectionNames.${section.name}`) })}
          action={t('sectionPage.discard')}
          write={write}
          onConfirm={() => write.send(etag)}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{t('sectionPage.discardText')}</Text>
        </Confirm>
      )}
    </>
  );
}

interface SectionProps {
  readonly projectKey: ProjectKey;
  readonly section: Section;
  readonly canEdit: boolean;
}

/** One section of a project as a form. */
export function SectionEditor(props: SectionProps) {
  const { t } = useTranslation();
  const draft = useQuery(draftOf(props.projectKey));
  return (
    <WordsProvider>
      <Loaded query={draft} what={t(`sectionNames.${props.section.name}`)} height={560}>
        {(data) => <Editor {...props} draft={data} />}
      </Loaded>
    </WordsProvider>
  );
}

function Editor({ projectKey, section, canEdit, draft }: SectionProps & { readonly draft: Draft }) {
  const { t } = useTranslation();
  // The first opening loads the conversation, and closing keeps it.
  const [talk, setTalk] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const may = useMay();
  const edit = useSectionEdit(projectKey, section.name, draft);
  const validation = useQuery(validationOf(projectKey, draft.etag)).data;
  const references = useReferences(projectKey, draft, section.name, edit.value);
  const refused = edit.problem?.fields;
  const findings = useMemo<readonly Finding[]>(() => {
    const prefix = `configurations.${section.name}.`;
    return [
      ...Object.entries(refused ?? {})
        .filter(([path]) => path.startsWith(prefix))
        .map(([path, message]) => ({ severity: 'error' as const, path: path.slice(prefix.length), message })),
      ...(validation?.sections.find((it) => it.section === section.name)?.findings ?? []),
    ];
  }, [refused, validation, section.name]);
  const isUntouched = draft.sections[section.name]?.state === 'empty' && refused === undefined;
  const form = useMemo(
    () => ({
      Field,
      section: section.name,
      // An empty field of a new section is not marked as wrong.
      findings: isUntouched ? [] : findings,
      isReadOnly: !canEdit,
      references,
      set: edit.set,
    }),
    [section.name, findings, isUntouched, canEdit, references, edit.set],
  );
  const shown = findings.map((it) => `configurations.${section.name}.${it.path}`);
  const isInDraft = draft.etag !== null && draft.sections[section.name]?.state !== 'empty';
  const isAssistant = section.name === 'assistant';
  const isStale = edit.problem?.stale !== undefined;
  return (
    <FormContext value={form}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!edit.isOvertaken) edit.save();
        }}
        onKeyDown={(event) => {
          if ((event.ctrlKey || event.metaKey) && event.key === 's') {
            event.preventDefault();
            if (!edit.isOvertaken) edit.save();
          }
        }}
      >
        <Stack pb={edit.isDirty ? 72 : 0}>
          <Group justify="space-between" align="flex-start">
            <Text size="sm" c="dimmed" flex={1} miw={200}>
              {t(`sectionHelp.${section.name}`)}
            </Text>
            {isAssistant && isInDraft && may('runDraftTalk') && (
              <Button size="xs" variant="default" onClick={() => setTalk('open')}>
                {t('sectionPage.talk')}
              </Button>
            )}
            {canEdit && isInDraft && !edit.isDirty && (
              <Discard projectKey={projectKey} section={section} etag={draft.etag} onDone={edit.revert} />
            )}
          </Group>
          {edit.isOvertaken && edit.base ? (
            <Suspense>
              <Comparison
                section={section.name}
                base={edit.base}
                mine={edit.value}
                theirs={edit.saved}
                onDecide={(value) => edit.goOnFrom(edit.saved, value)}
              />
            </Suspense>
          ) : (
            !isStale && <Refusal problem={edit.problem} shown={shown} />
          )}
          <FindingsSummary section={section.name} findings={findings} isUntouched={isUntouched} />
          {isAssistant && canEdit && edit.value['prompt'] === '' && <Templates set={edit.set} />}
          <SectionForm layout={LAYOUTS[section.name]} schema={SCHEMAS[section.name]} value={edit.value} />
          {section.name === 'transfer-routing' && canEdit && (
            <Suspense>
              <TransferTest projectKey={projectKey} destinations={references.destination ?? []} />
            </Suspense>
          )}
        </Stack>
        {talk !== 'unopened' && (
          <Suspense>
            <Talk
              projectKey={projectKey}
              language={languageOf(edit.saved)}
              isDirty={edit.isDirty}
              isOpen={talk === 'open'}
              onClose={() => setTalk('closed')}
            />
          </Suspense>
        )}
        {edit.isDirty && (
          <Affix position={{ bottom: 0, right: 0, left: 'var(--app-shell-navbar-offset, 0px)' }} zIndex={90}>
            <Paper className="saveBar" withBorder px="md" py="xs" radius={0}>
              <Group justify="flex-end">
                <Text size="sm" mr="auto" role="status">
                  {t(edit.isOvertaken ? 'sectionPage.overtaken' : 'sectionPage.unsaved')}
                </Text>
                <Button variant="default" size="sm" onClick={edit.revert}>
                  {t('sectionPage.revert')}
                </Button>
                <Button size="sm" loading={edit.isSaving} disabled={edit.isOvertaken} onClick={edit.save}>
                  {t('sectionPage.save')}
                </Button>
              </Group>
            </Paper>
          </Affix>
        )}
      </form>
    </FormContext>
  );
}
