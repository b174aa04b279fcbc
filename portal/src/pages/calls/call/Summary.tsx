import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../../api/generated';

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
  return (
    <Text c="dimmed">
      {t(call.compliance.summary_status === 'withheld' ? 'call.summaryWithheld' : 'calls.noSummary')}
    </Text>
  );
}
