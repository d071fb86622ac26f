import { languageNames } from './languageNames';

/** Values whose name a person would write differently. */
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
  ...languages(),
};

/** What an editor shows for a value of a choice: a name, or the value with blanks between its words. */
export function labelOf(value: string): string {
  return Object.hasOwn(labels, value)
    ? (labels[value] ?? value)
    : value.replace(/([a-z])([A-Z])(?=[a-z])/g, '$1 $2');
}

/** `de` as `German (de)`. */
function languages(): Record<string, string> {
  return Object.fromEntries(Object.entries(languageNames).map(([code, name]) => [code, `${name} (${code})`]));
}
