import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecordedLook } from '../data/recorded-look';
import { FileRefusal } from './FileOutcome';
import { Loading } from './States';

/** Shows the part that contains a call's number, after the access is recorded. */
export function RecordedNumber({
  callId,
  height,
  children,
}: {
  readonly callId: string;
  /** The height of the content, so that nothing moves. */
  readonly height: number;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const look = useRecordedLook(callId, 'view_phone');
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current) look.send(undefined);
    isAsked.current = true;
  });
  if (look.problem) return <FileRefusal problem={look.problem} title={t('call.notRecorded')} />;
  if (!look.isRecorded) return <Loading height={height} label={t('calls.caller')} />;
  return children;
}
