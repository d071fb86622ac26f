import { invalidField } from '../client/outcome/errors';
import { parseJson } from '../json';

/**
 * What was entered as JSON, as text or already as an object. Whole numbers beyond 2^53 become text, so that they keep their digits.
 * @param path the path of the field in the request; empty for the request as a whole
 * @param label the form's label of the field
 * @throws MessagingError `invalid_request` for invalid JSON
 */
export function enteredJson(given: unknown, path: string, label?: string): unknown {
  if (typeof given !== 'string') return given;
  try {
    return parseJson(given);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalidField(path, `must be JSON (${reason})`, { label });
  }
}
