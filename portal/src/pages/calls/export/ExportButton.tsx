import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../address/assignment';
import { useChangeView } from '../../../address/view';

const ExportDialog = lazy(() => import('./ExportDialog'));

/** Opens the export of the view's calls; for people who may not export, says who may. */
export function ExportButton() {
  const { t } = useTranslation();
  const may = useMay();
  const { dialog }: { dialog?: string } = useSearch({ strict: false });
  const change = useChangeView();
  const isOpen = dialog === 'export';
  const open = (): void => change({ dialog: 'export' });
  const close = (): void => change({ dialog: undefined });
  if (!may('getExportCapabilities')) {
    return (
      <Text size="xs" c="dimmed">
        {t('export.notYou')}
      </Text>
    );
  }
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconDownload aria-hidden size={14} />} onClick={open}>
        {t('export.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
