import { invalidField } from '../client/errors';
import { parseJson } from '../json';
import { asSpecified } from './asSpecified';

/**
 * A content that was entered as JSON, as text or as an object, with its field names as the specification writes them. It is not validated
 * here.
 * @param label the form's label of the field
 * @throws MessagingError `invalid_request` for invalid JSON
 */
export function contentFromJson(given: unknown, label?: string): unknown {
  return asSpecified({ content: typeof given === 'string' ? readText(given, label) : given })['content'];
}

function readText(text: string, label: string | undefined): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw invalidField(
      'content',
      `must be JSON (${error instanceof Error ? error.message : String(error)})`,
      { label },
    );
  }
}
