import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { exportCalls, previewExport } from '../../../api/generated';
import { getExportCapabilitiesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useDownload } from '../../../data/download';
import { useDownloadSeries } from '../../../data/download-series';
import { useDraft } from '../../../forms/draft';
import { useProjects } from '../../../data/projects';
import { useChangeView, useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { FileOutcome, FileRefusal } from '../../../parts/FileOutcome';
import { ProjectSelect } from '../../../parts/ProjectSelect';
import { Empty, Loaded } from '../../../parts/States';
import { useDays } from '../../../shell/DateRange';
import { FILTER_LABELS, type Filter, type Search } from '../filters';
import { exportBody, FIRST_CHOICE, ignoredFilters, takenFilters, type Choice } from './export-request';
import { EveryProject } from './EveryProject';
import { ExportChoices } from './ExportChoices';
import { ExportPreview } from './ExportPreview';

/** More files than this must wait for the rate limit, so the person decides whether to wait. */
const FILES_AT_ONCE = 3;
/** The range that is exported most often. */
const LAST_MONTH = 'last_month';

interface Values {
  readonly choice: Choice;
  readonly projectId: string;
  /** Null: not chosen yet. */
  readonly isOfAll: boolean | null;
}

/**
 * Exports the calls in view: shows the content and the withheld columns with reasons, then creates
 * the file.
 */
export default function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const view = useView();
  const search: Search = useSearch({ strict: false });
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const days = useDays(view.start_date, view.end_date);
  const projects = useProjects();
  const change = useChangeView();
  const draft = useDraft<Values>('export', { choice: FIRST_CHOICE, projectId: '', isOfAll: null });
  const { choice } = draft.values;
  const only = projects?.length === 1 ? projects[0]!.value : '';
  const projectId = view.project_id ?? (draft.values.projectId || only);
  const mayBeOfAll = view.project_id === undefined && (projects?.length ?? 0) > 1;
  const isOfAll = mayBeOfAll && (draft.values.isOfAll ?? projects!.length <= FILES_AT_ONCE);
  const capabilities = useQuery({
    ...getExportCapabilitiesOptions({
      query: { client_id: view.client_id, ...(!isOfAll && { project_id: projectId }) },
    }),
    enabled: isOfAll || projectId !== '',
  });
  const body = exportBody(choice, view, projectId, search);
  const asked = JSON.stringify(body);
  const preview = useWrite(async () => ({ asked, ...(await previewExport({ body })).data }));
  const download = useDownload();
  const series = useDownloadSeries();
  const isRunning = download.state.kind === 'running' || ['running', 'waiting'].includes(series.state.kind);
  const shown = preview.answer?.asked === asked ? preview.answer : undefined;
  const isReady = capabilities.isSuccess && !(body.columns?.length === 0);
  const words = (filters: readonly Filter[]): string =>
    filters.map((name) => t(FILTER_LABELS[name])).join(', ');
  const [taken, ignored] = [takenFilters(search), ignoredFilters(search)];
  return (
    <Modal opened onClose={onClose} size="lg" fullScreen={isNarrow} title={t('export.title')}>
      <Stack>
        <ProjectSelect
          label={t('export.project')}
          allowDeselect={false}
          disabled={view.project_id !== undefined}
          {...(isOfAll && { placeholder: t('shell.allProjects') })}
          value={isOfAll ? null : projectId}
          onChange={(id) => draft.set({ projectId: id ?? '', isOfAll: false })}
        />
        {mayBeOfAll && (
          <Checkbox
            label={t('export.every.choose', { count: projects?.length })}
            description={t('export.every.help')}
            disabled={isRunning}
            checked={isOfAll}
            onChange={(event) => draft.set({ isOfAll: event.currentTarget.checked })}
          />
        )}
        <Group gap="xs">
          <Text size="sm">
            {days} · {body.timezone ?? t('export.utc')}
            {taken.length > 0 && ` · ${t('export.taken', { filters: words(taken) })}`}
          </Text>
          {search['range'] !== LAST_MONTH && (
            <Button
              size="compact-xs"
              variant="default"
              disabled={isRunning}
              onClick={() => change({ range: LAST_MONTH, cursor: undefined })}
            >
              {t(`range.${LAST_MONTH}`)}
            </Button>
          )}
        </Group>
        {ignored.length > 0 && (
          <Alert color="yellow" variant="outline" p="xs">
            <Text size="sm">{t('export.ignored', { filters: words(ignored) })}</Text>
          </Alert>
        )}
        {projectId === '' && !isOfAll ? (
          <Empty title={t('shell.chooseProject')} />
        ) : (
          <Loaded query={capabilities} what={t('export.title')} height={260}>
            {(data) => (
              <ExportChoices
                capabilities={data}
                choice={choice}
                onChange={(change) => draft.set({ choice: { ...choice, ...change } })}
              />
            )}
          </Loaded>
        )}
        {isOfAll && (
          <Text size="sm" c="dimmed">
            {t('export.every.noPreview')}
          </Text>
        )}
        {preview.problem && <FileRefusal problem={preview.problem} title={t('export.noPreview')} />}
        {shown && <ExportPreview preview={shown} />}
        <Stack gap="sm" py="sm" mb="calc(var(--mantine-spacing-md) * -1)" className="footer">
          {isOfAll ? <EveryProject series={series} /> : <FileOutcome download={download} />}
          <Group justify="flex-end">
            {!isOfAll && (
              <Button
                variant="default"
                disabled={!isReady}
                loading={preview.isPending}
                onClick={() => preview.send(undefined)}
              >
                {t('export.preview')}
              </Button>
            )}
            {/* The button keeps the focus while the file loads; a second press does nothing. */}
            <Button
              disabled={!isReady || shown?.row_count === 0}
              data-disabled={isRunning || undefined}
              aria-disabled={isRunning}
              onClick={() =>
                void (isOfAll
                  ? series.start(projects ?? [], (project_id, signal) =>
                      exportCalls({ body: { ...body, project_id }, signal, parseAs: 'stream' }),
                    )
                  : download.start((signal) => exportCalls({ body, signal, parseAs: 'stream' })))
              }
            >
              {t('export.download')}
            </Button>
          </Group>
        </Stack>
      </Stack>
    </Modal>
  );
}
