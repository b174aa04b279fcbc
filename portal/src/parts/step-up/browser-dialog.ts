import { useState } from 'react';

/** Why a browser returned no passkey. */
type BrowserFault = 'closed' | 'known' | 'unsupported';

const faultOf = (error: unknown): BrowserFault => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'known';
  return name === 'NotSupportedError' || name === 'SecurityError' ? 'unsupported' : 'closed';
};

/**
 * A dialog of the browser about a passkey, which a person may also close.
 * @param onAnswer called with what the browser gave
 */
export function useBrowserDialog<Answer>(
  open: () => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
): { readonly ask: () => void; readonly isOpen: boolean; readonly fault: BrowserFault | null } {
  const [isOpen, setOpen] = useState(false);
  const [fault, setFault] = useState<BrowserFault | null>(null);
  const ask = async (): Promise<void> => {
    setOpen(true);
    setFault(null);
    try {
      onAnswer(await open());
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setOpen(false);
    }
  };
  return { ask: () => void ask(), isOpen, fault };
}
