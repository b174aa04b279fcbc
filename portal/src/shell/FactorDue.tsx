import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { setFactorDue } from '../api/step-up';
import { PlainPage } from '../parts/PlainPage';
import { Proof } from '../parts/step-up/Proof';

/**
 * Replaces every page except the one that adds a second factor, until this session has proved one
 * (second-factors 3.3).
 */
export function FactorDue() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return (
    <PlainPage isInFrame title={t('stepUp.due')}>
      <Text size="sm" c="dimmed">
        {t('stepUp.dueText')}
      </Text>
      <Proof
        onProved={() => {
          setFactorDue(false);
          void queries.invalidateQueries();
        }}
      />
    </PlainPage>
  );
}
