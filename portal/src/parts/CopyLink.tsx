import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Copies the address of the page, which contains the whole view. */
export function CopyLink() {
  const { t } = useTranslation();
  const { copied, copy } = useClipboard();
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={copied ? <IconCheck aria-hidden size={14} /> : <IconLink aria-hidden size={14} />}
      onClick={() => copy(window.location.href)}
    >
      {t(copied ? 'states.copied' : 'table.copyLink')}
    </Button>
  );
}
