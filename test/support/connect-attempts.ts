import { createHook } from 'node:async_hooks';

/** Counts every TCP connection that this process begins meanwhile, wherever it leads and whatever becomes of it. */
export async function countConnects(work: () => Promise<unknown>): Promise<number> {
  let attempts = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'TCPCONNECTWRAP') attempts += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return attempts;
}
