import { expect } from '@jest/globals';

/** What a component's test waits for takes longer than the second of the library on a busy machine. */
if (expect.getState().testPath?.endsWith('.tsx')) {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: Number(process.env.WAIT_MS ?? 30_000) });
}
