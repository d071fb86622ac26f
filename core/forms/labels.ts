import { languageNames } from './languageNames';

/** Labels of values that differ from the value itself. */
const labels: Record<string, string> = {
  Sms: 'SMS',
  Whatsapp: 'WhatsApp',
  Rcs: 'RCS',
  Url: 'URL (GET)',
  UrlPost: 'URL (POST)',
  Email: 'E-Mail',
  DateTime: 'Date and Time',
  UrlButton: 'URL Button',
  PrioPlus: 'Prio Plus',
  SuccessOnly: 'Delivered',
  FinalOnly: 'Delivered or Failed',
  All: 'Delivered, Failed or Delayed',
  ErrorOnly: 'Failed',
};

/** The label of a value of a choice: a name, or the value with spaces between its words. */
export function labelOf(value: string): string {
  return namedIn(labels, value) ?? languageLabel(value) ?? value.replace(/([a-z])([A-Z])(?=[a-z])/g, '$1 $2');
}

/** `de` becomes `German (de)`. */
function languageLabel(code: string): string | undefined {
  const name = namedIn(languageNames, code);
  return name === undefined ? undefined : `${name} (${code})`;
}

function namedIn(names: Record<string, string>, value: string): string | undefined {
  return Object.hasOwn(names, value) ? names[value] : undefined;
}
