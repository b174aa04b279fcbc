import { useTranslation } from 'react-i18next';
import type { ListCallsResponse } from '../../api/generated';

type Row = ListCallsResponse['items'][number];

/** The version that served a call, and whether it is only inferred from the call's start. */
export function CallVersion({ call }: { readonly call: Pick<Row, 'version_number' | 'version_source'> }) {
  const { t } = useTranslation();
  if (call.version_number === null) return '–';
  return t(call.version_source === 'inferred' ? 'calls.versionInferred' : 'calls.versionReported', {
    number: call.version_number,
  });
}
