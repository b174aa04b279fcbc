import { useTranslation } from 'react-i18next';
import type { FailingReceiverResponse } from '../../api/generated';

/** Why a receiver of events fails: its last answer and, if the person may see it, its host. */
export function ReceiverCause({
  of: { host, last_answer: answer, disabled_reason: off },
}: {
  readonly of: FailingReceiverResponse;
}) {
  const { t } = useTranslation();
  const who = host ?? t('status.cause.unnamed');
  const isStatus = answer !== null && /^\d+$/.test(answer);
  const cause = isStatus
    ? t('status.cause.answered', { who, status: answer })
    : answer === null
      ? t('status.cause.unknown', { who })
      : t('status.cause.failed', { who, failure: t(`words.failure.${answer}`, { defaultValue: answer }) });
  return (
    <span className="breaks">
      {cause}
      {off && ` – ${t(`status.cause.${off}`)}`}
    </span>
  );
}
