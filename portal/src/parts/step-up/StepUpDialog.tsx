import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { endStepUp } from '../../api/step-up';
import { Proof } from './Proof';

/** The dialog in which a person verifies their identity again, while requests wait. */
export function StepUpDialog() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return (
    <Modal
      opened
      // Above the dialog whose request is waiting.
      zIndex={300}
      closeOnClickOutside={false}
      // The frame listens for Escape, before the dialog below.
      closeOnEscape={false}
      onClose={() => endStepUp(false)}
      title={t('stepUp.title')}
    >
      <Proof
        onLeave={() => endStepUp(false)}
        onProved={() => {
          endStepUp(true);
          void queries.invalidateQueries({ queryKey: [{ _id: 'getMfa' }] });
        }}
      />
    </Modal>
  );
}
