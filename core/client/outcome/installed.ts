import { MessagingError } from './errors';

/**
 * Waits for a library that is loaded when first needed, not together with the file that needs it.
 * @throws MessagingError `not_installed` that says what to do
 */
export async function installed<Library>(name: string, loading: Promise<Library>): Promise<Library> {
  return loading.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MessagingError({
      message: `The library "${name}" cannot be loaded: ${reason}`,
      advice: 'Install this package again, and restart.',
      outcome: 'not_sent',
      code: 'not_installed',
    });
  });
}
