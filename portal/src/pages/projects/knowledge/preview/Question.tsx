import { Button, Grid, Group, Select, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { KnowledgeBuildItem } from '../../../../api/generated';
import { bind } from '../../../../forms/bind';
import { HELP_BELOW } from '../../../../parts/forms/help-below';
import { useBuildLabel } from '../builds/build-label';
import type { NamedBuilds } from '../builds/named-builds';
import { useStagedWords } from '../builds/staged-words';

const MOST_LETTERS = 500;
const COUNTS = ['1', '3', '5', '10'];

export interface QuestionValues {
  readonly query: string;
  readonly topK: string;
  readonly buildId: string;
  /** Empty: no comparison. */
  readonly compareTo: string;
}

/** The question, and the builds that answer it. */
export function Question({
  values,
  set,
  builds,
  named,
  errors,
  isPending,
  onAsk,
}: {
  readonly values: QuestionValues;
  readonly set: (change: Partial<QuestionValues>) => void;
  /** The ready builds, newest first. */
  readonly builds: readonly KnowledgeBuildItem[];
  readonly named: NamedBuilds;
  readonly errors: Readonly<Record<string, string>>;
  readonly isPending: boolean;
  readonly onAsk: () => void;
}) {
  const { t } = useTranslation();
  const labelOf = useBuildLabel();
  const stagedWords = useStagedWords();
  const form = bind({ values, set }, errors);
  const choices = builds.map((build) => ({
    value: build.build_id,
    label: [
      labelOf(build),
      ...(build.build_id === named.live ? [t('knowledge.preview.isLive')] : []),
      ...(named.staged?.build === build.build_id ? [stagedWords(named.staged.release)] : []),
      ...(named.hasDraft && build.build_id === named.draft ? [t('projects.draft')] : []),
    ].join(' · '),
  }));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={t('knowledge.preview.question')}
          placeholder={t('knowledge.preview.example')}
          dir="auto"
          autosize
          minRows={1}
          maxRows={5}
          maxLength={MOST_LETTERS}
          data-page-search
          {...form.text('query')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onAsk();
          }}
        />
        <Grid gap="sm" align="flex-start">
          <Grid.Col span={{ base: 12, sm: 5 }}>
            <Select
              label={t('knowledge.preview.build')}
              allowDeselect={false}
              data={choices}
              {...form.emptied('buildId')}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 5 }}>
            <Select
              label={t('knowledge.preview.compare')}
              description={named.live === null ? t('knowledge.preview.noneLive') : undefined}
              inputWrapperOrder={HELP_BELOW}
              placeholder={t('knowledge.preview.noCompare')}
              clearable
              clearButtonProps={{ 'aria-label': t('knowledge.preview.noCompare') }}
              data={choices}
              {...form.emptied('compareTo')}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 2 }}>
            <Select
              label={t('knowledge.preview.count')}
              allowDeselect={false}
              data={COUNTS}
              {...form.choice('topK', COUNTS)}
            />
          </Grid.Col>
        </Grid>
        <Group>
          <Button type="submit" size="sm" loading={isPending} disabled={values.query.trim() === ''}>
            {t('knowledge.preview.ask')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
