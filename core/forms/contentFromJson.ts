import { asSpecified } from './asSpecified';
import { enteredJson } from './enteredJson';

/**
 * A content that was entered as JSON, as text or as an object, with its field names as the specification writes them. It is not validated
 * here.
 * @param label the form's label of the field
 * @throws MessagingError `invalid_request` for invalid JSON
 */
export function contentFromJson(given: unknown, label?: string): unknown {
  return asSpecified({ content: enteredJson(given, 'content', label) })['content'];
}
