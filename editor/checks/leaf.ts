import { judge } from '../../core/contract';
import { tidyNumber, withCountryCode } from '../../core/contract/phoneNumber';
import { forRecipient } from '../../core/contract/recipientNumber';
import type { FormField } from '../../core/forms';
import { schemaOf } from '../../core/forms/describe';
import { valueFromForm } from '../../core/forms/fromForm';
import { isLeaf, literal } from '../form/values';
import type { EditorProblem } from './problem';

/** What is wrong with a single value. Only entered values can be checked; values from the message are checked when it arrives. */
export function checkLeaf(
  field: FormField,
  stored: unknown,
  countryCode?: string,
): EditorProblem | undefined {
  if (!isLeaf(stored) || stored.v === '') return field.required ? { key: 'required' } : undefined;
  const typed = literal(stored);
  const schema = schemaOf(field);
  if (typed === undefined || schema === undefined) return undefined;
  // Numbers are checked as they will be sent: without the spaces and brackets that people put into them.
  const value =
    field.format === 'internationalNumber'
      ? withCountryCode(tidyNumber(typed), countryCode)
      : valueFromForm(field, typed);
  const judged = judge(schema, value);
  const [finding] = judged.ok ? [] : judged.findings;
  return finding && forRecipient(finding, countryCode);
}
