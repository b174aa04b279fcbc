import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../../api/generated';
import { useNumbers } from '../../../texts/numbers';
import { COST_PARTS } from '../../../parts/values/cost-parts';

/** The known parts of a call's cost; some are less than a cent. */
export function CostParts({ parts }: { readonly parts: NonNullable<GetCallResponse['cost_parts']> }) {
  const { t } = useTranslation();
  const { smallMoney } = useNumbers();
  return (
    <Stack gap={0}>
      {COST_PARTS.filter((part) => parts[part] !== null).map((part) => (
        <Text key={part} span size="sm">
          {t(`costParts.${part}`)}: {smallMoney(parts[part], 'USD')}
        </Text>
      ))}
    </Stack>
  );
}
