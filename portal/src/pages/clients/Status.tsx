import { Badge } from '@mantine/core';
import { IconCircleCheck, IconClock, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PartnerClientEntry } from '../../api/generated';

const SIGNS = { provisioning: IconClock, active: IconCircleCheck, suspended: IconLock };

/** Whether a client is there to work with. */
export function Status({ status }: { readonly status: PartnerClientEntry['status'] }) {
  const { t } = useTranslation();
  const Sign = SIGNS[status];
  return (
    <Badge variant="default" flex="none" leftSection={<Sign aria-hidden size={12} />}>
      {t(`clients.status.${status}`)}
    </Badge>
  );
}
