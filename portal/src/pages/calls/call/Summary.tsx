import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../../api/generated';
import { isUnderWay } from '../call-status';

/** The summary, or why there is none. */
export function Summary({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  if (call.summary !== null) {
    return (
      <Text dir="auto" className="breaks">
        {call.summary}
      </Text>
    );
  }
  if (call.compliance.summary_status === 'withheld')
    return <Text c="dimmed">{t('call.summaryWithheld')}</Text>;
  return <Text c="dimmed">{t(isUnderWay(call, Date.now()) ? 'call.underWay' : 'calls.noSummary')}</Text>;
}
