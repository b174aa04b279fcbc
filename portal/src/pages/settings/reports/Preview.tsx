import { Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import { previewReport, type DraftPreviewRequest } from '../../../api/generated';
import { Loaded } from '../../../parts/States';
import { useLocale } from '../../../texts/locale';

const TYPING_MS = 300;

/** The mail that the schedule would send now. */
export function Preview({ asked }: { readonly asked: DraftPreviewRequest }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const locale = useLocale();
  const [settled] = useDebouncedValue(asked, TYPING_MS);
  const preview = useQuery({
    queryKey: ['report preview', client_id, settled],
    queryFn: async ({ signal }) =>
      (await previewReport({ body: settled, query: { client_id }, signal, throwOnError: true })).data,
    placeholderData: (before) => before,
  });
  const number = new Intl.NumberFormat(locale);
  return (
    <Paper withBorder p="md" component="section" aria-label={t('reports.preview')}>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {t('reports.preview')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('reports.previewNote')}
        </Text>
        <Loaded query={preview} what={t('reports.preview')} height={240}>
          {({ subject, headline, charts, is_empty }) => (
            <Stack gap="sm">
              <Title order={3} size="h4" className="breaks">
                {subject}
              </Title>
              {is_empty && <Text size="sm">{t('reports.nothing')}</Text>}
              <Group gap="lg">
                {headline.map(({ label, value }) => (
                  <div key={label}>
                    <Text fw={700} size="lg">
                      {number.format(value)}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {label}
                    </Text>
                  </div>
                ))}
              </Group>
              {charts.map(({ title, rows }) => (
                <Bars key={title} title={title} rows={rows} number={number} />
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Paper>
  );
}

function Bars({
  title,
  rows,
  number,
}: {
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly value: number }[];
  readonly number: Intl.NumberFormat;
}) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <div>
      <Title order={4} size="h5" mb={4}>
        {title}
      </Title>
      {rows.map(({ label, value }, at) => (
        <Group key={`${label} ${at}`} gap="xs" wrap="nowrap">
          <Text size="xs" w={110} truncate dir="auto">
            {label}
          </Text>
          <Progress value={(value / most) * 100} aria-hidden flex={1} size="sm" />
          <Text size="xs" w={48} ta="end">
            {number.format(value)}
          </Text>
        </Group>
      ))}
    </div>
  );
}
