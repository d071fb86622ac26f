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
};

/** What an editor shows for a value of a choice: a name, or the value with blanks between its words. */
export function labelOf(value: string): string {
  return namedIn(labels, value) ?? languageLabel(value) ?? value.replace(/([a-z])([A-Z])(?=[a-z])/g, '$1 $2');
}

/** `de` as `German (de)`. */
function languageLabel(code: string): string | undefined {
  const name = namedIn(languageNames, code);
  return name === undefined ? undefined : `${name} (${code})`;
}

function namedIn(names: Record<string, string>, value: string): string | undefined {
  return Object.hasOwn(names, value) ? names[value] : undefined;
}
