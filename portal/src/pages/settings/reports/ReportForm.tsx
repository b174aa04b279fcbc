import { Button, Checkbox, Grid, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import {
  changeReportSchedule,
  createReportSchedule,
  type ReportSchedule,
  type ReportSchedulesResponse,
} from '../../../api/generated';
import { listReportSchedulesQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useProjectQuery } from '../../../data/projects';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import { WriteDialog } from '../../../parts/forms/WriteDialog';
import { Refusal } from '../../../parts/Refusal';
import { useLocale } from '../../../texts/locale';
import type { Language } from '../../../texts/texts';
import { Preview } from './Preview';

type Values = Pick<
  ReportSchedule,
  'name' | 'report' | 'frequency' | 'send_at_local' | 'timezone' | 'skip_empty'
> & { readonly project_ids: readonly string[]; readonly recipients: readonly string[] };

const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
const FIELDS = ['name', 'report', 'project_ids', 'frequency', 'send_at_local', 'timezone', 'recipients'];

/** Creates or changes a report, with a preview of its mail. */
export function ReportForm({
  schedule,
  choice,
  onClose,
}: {
  /** Null: a new schedule. */
  readonly schedule: ReportSchedule | null;
  readonly choice: Pick<ReportSchedulesResponse, 'reports' | 'recipients'>;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const { client_id, zone } = useView();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const projects = useProjectQuery();
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const [values, setValues] = useState<Values>(
    schedule ?? {
      name: t('reports.defaultName.weekly'),
      report: 'overview',
      project_ids: [],
      frequency: 'weekly',
      send_at_local: '08:00',
      timezone: zone,
      // The usual case: the only existing address.
      recipients: choice.recipients.length === 1 ? choice.recipients.map((it) => it.address_id) : [],
      skip_empty: false,
    },
  );
  const [isChecked, setChecked] = useState(false);
  const write = useWrite<Values, ReportSchedule>(
    async (sent, key) => {
      const { name, report, frequency, send_at_local, timezone, skip_empty } = sent;
      const body = {
        ...{ name, report, frequency, send_at_local, timezone, skip_empty },
        project_ids: [...sent.project_ids],
        recipients: [...sent.recipients],
      };
      const to = { query: { client_id }, body, throwOnError: true as const };
      const headers = { 'Idempotency-Key': key };
      if (schedule === null) return (await createReportSchedule({ ...to, headers })).data;
      const path = { schedule_id: schedule.schedule_id };
      return (
        await changeReportSchedule({ ...to, path, headers: { ...headers, 'If-Match': `"${schedule.etag}"` } })
      ).data;
    },
    {
      changes: [listReportSchedulesQueryKey()],
      onDone: ({ name, next_run_at_utc: next }) => {
        const format = new Intl.DateTimeFormat(locale, {
          dateStyle: 'full',
          timeStyle: 'short',
          timeZone: zone,
        });
        const at = next === null ? '' : format.format(new Date(next));
        notifications.show({ message: t(schedule ? 'reports.saved' : 'reports.created', { name, at }) });
        onClose();
      },
    },
  );
  /** The default name follows the frequency. */
  const set = (change: Partial<Values>) => {
    const isOwn = !FREQUENCIES.some((it) => t(`reports.defaultName.${it}`) === values.name);
    const named = change.frequency && !isOwn ? { name: t(`reports.defaultName.${change.frequency}`) } : {};
    setValues({ ...values, ...named, ...change });
  };
  const faults = write.problem?.fields ?? {};
  const form = bind({ values, set }, faults);
  const wrong = {
    name: values.name.trim() === '' && t('reports.nameWrong'),
    project_ids:
      values.report === 'outcomes' && values.project_ids.length === 0 && t('reports.projectsWrong'),
    send_at_local: !/^([01]\d|2[0-3]):[0-5]\d$/.test(values.send_at_local) && t('reports.timeWrong'),
    recipients: values.recipients.length === 0 && t('reports.recipientsWrong'),
  };
  const fault = (name: keyof typeof wrong) => ({ error: faults[name] ?? (isChecked && wrong[name]) });
  const labelOf = ({ label, email_masked: email }: ReportSchedulesResponse['recipients'][number]): string =>
    `${label} (${email})`;
  return (
    <WriteDialog
      isPending={write.isPending}
      size="70rem"
      fullScreen={isNarrow ?? false}
      onClose={onClose}
      title={t(schedule ? 'reports.changeTitle' : 'reports.add')}
    >
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              setChecked(true);
              if (Object.values(wrong).every((it) => it === false))
                write.send({ ...values, name: values.name.trim() });
            }}
          >
            <Stack>
              <Select
                label={t('reports.report')}
                allowDeselect={false}
                data={choice.reports.map((value) => ({ value, label: t(`reports.kind.${value}`) }))}
                {...form.choice('report', choice.reports)}
              />
              <MultiSelect
                label={t('reports.projects')}
                description={t('reports.projectsHelp')}
                searchable
                clearable
                maxValues={20}
                data={projects.data ?? []}
                {...form.list('project_ids')}
                {...fault('project_ids')}
              />
              <Select
                label={t('reports.frequency')}
                allowDeselect={false}
                data={FREQUENCIES.map((value) => ({ value, label: t(`reports.frequencyOf.${value}`) }))}
                {...form.choice('frequency', FREQUENCIES)}
              />
              <Group grow align="start">
                <TextInput
                  type="time"
                  label={t('reports.time')}
                  {...form.text('send_at_local')}
                  {...fault('send_at_local')}
                />
                <Select
                  label={t('reports.zone')}
                  searchable
                  allowDeselect={false}
                  data={zones.includes(values.timezone) ? zones : [values.timezone, ...zones]}
                  {...form.choice('timezone', zones)}
                />
              </Group>
              <MultiSelect
                label={t('reports.recipients')}
                searchable
                maxValues={20}
                data={choice.recipients.map((it) => ({ value: it.address_id, label: labelOf(it) }))}
                {...form.list('recipients')}
                value={values.recipients.filter((id) => choice.recipients.some((it) => it.address_id === id))}
                {...fault('recipients')}
              />
              <TextInput
                label={t('reports.name')}
                description={t('reports.nameHelp')}
                maxLength={80}
                {...form.text('name')}
                {...fault('name')}
              />
              <Checkbox label={t('reports.skipEmpty')} {...form.check('skip_empty')} />
              <Refusal problem={write.problem} shown={FIELDS} />
              <Group justify="flex-end">
                <Button variant="default" disabled={write.isPending} onClick={onClose}>
                  {t('actions.cancel')}
                </Button>
                <Button type="submit" loading={write.isPending}>
                  {t(schedule ? 'actions.save' : 'reports.create')}
                </Button>
              </Group>
            </Stack>
          </form>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          {wrong.name === false && wrong.project_ids === false && (
            <Preview
              asked={{
                language: i18n.language as Language,
                name: values.name.trim(),
                report: values.report,
                project_ids: [...values.project_ids],
                frequency: values.frequency,
                timezone: values.timezone,
              }}
            />
          )}
        </Grid.Col>
      </Grid>
    </WriteDialog>
  );
}
