import { Modal, type ModalProps } from '@mantine/core';
import type { ShownWrite } from '../../data/write';

/**
 * A dialog that sends a request. Opens when it is mounted, and stays open until its request is
 * answered: the answer may be a refusal, or a secret that is shown once.
 */
export function WriteDialog({
  isPending,
  isHeld = false,
  ...props
}: Pick<ShownWrite, 'isPending'> &
  Omit<ModalProps, 'opened'> & {
    /** It can be closed only from within. */
    readonly isHeld?: boolean;
  }) {
  const closes = !isHeld && !isPending;
  return (
    <Modal
      opened
      closeOnEscape={closes}
      closeOnClickOutside={closes}
      withCloseButton={!isHeld}
      closeButtonProps={{ disabled: isPending }}
      {...props}
    />
  );
}
