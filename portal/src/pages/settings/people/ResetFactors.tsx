import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { resetPersonFactors } from '../../../api/generated';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import type { PersonDialog } from './person-write';

/** For a person who lost all second factors: removes them (second-factors 6.1). */
export function ResetFactors({ person: { user_id, display_name: name }, onClose }: PersonDialog) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const write = useWrite(
    async (id: string) => (await resetPersonFactors({ path: { user_id: id }, query: { client_id } })).data,
    {
      onDone: ({ factors_removed: count }) => {
        notifications.show({
          message:
            count === 0 ? t('people.hadNoFactors', { name }) : t('people.factorsReset', { name, count }),
        });
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t('people.resetFactors')}
      action={t('people.resetFactors')}
      write={write}
      onConfirm={() => write.send(user_id)}
      onClose={onClose}
    >
      <Text size="sm">{t('people.resetFactorsText', { name })}</Text>
    </Confirm>
  );
}
