import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../address/assignment';

const ExportDialog = lazy(() => import('./ExportDialog'));

/** Opens the export of the view's calls, for people who may export. */
export function ExportButton() {
  const { t } = useTranslation();
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  if (!may('getExportCapabilities')) return null;
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
