import { Checkbox, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import { startAccountExport, type AccountExportResponse } from '../../../api/generated';
import { listAccountExportsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import { FormDialog } from '../../../parts/forms/FormDialog';

interface Values {
  readonly sections: readonly string[];
  readonly format: AccountExportResponse['format'];
}

const FIELDS = ['sections', 'format'];

/** The API may have a section that this version of the portal has no words for. */
const sectionName = (t: TFunction, section: string): string =>
  t(`exports.section.${section}`, { defaultValue: section });

export const sectionNames = (t: TFunction, sections: readonly string[]): string =>
  sections.map((section) => sectionName(t, section)).join(', ');

/** Asks for sections and format, and starts an export. */
export function StartExport({
  sections,
  onClose,
}: {
  /** The sections to choose from; all are selected at first. */
  readonly sections: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [values, setValues] = useState<Values>({ sections, format: 'csv' });
  const write = useWrite<Values, unknown>(
    async ({ sections: chosen, format }, key) => {
      const body = { sections: [...chosen], format };
      return (await startAccountExport({ query: { client_id }, headers: { 'Idempotency-Key': key }, body }))
        .data;
    },
    {
      changes: [listAccountExportsQueryKey()],
      onDone: () => {
        notifications.show({ message: t('exports.started') });
        onClose();
      },
    },
  );
  const form = bind({ values, set: (change) => setValues({ ...values, ...change }) }, write.problem?.fields);
  return (
    <FormDialog
      size="lg"
      title={t('exports.start')}
      action={t('exports.start')}
      isReady={values.sections.length > 0}
      write={write}
      shown={FIELDS}
      onSubmit={() => write.send(values)}
      onClose={onClose}
    >
      <Text size="sm">{t('exports.startText')}</Text>
      <Checkbox.Group label={t('exports.sections')} {...form.list('sections')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
          {sections.map((section) => (
            <Checkbox key={section} value={section} label={sectionName(t, section)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Radio.Group
        label={t('exports.format')}
        value={values.format}
        onChange={(format) => setValues({ ...values, format })}
      >
        <Stack gap="xs" mt="xs">
          {(['csv', 'ndjson'] as const).map((format) => (
            <Radio
              key={format}
              value={format}
              label={t(`exports.formats.${format}`)}
              description={t(`exports.formatHelp.${format}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
