/** Labels of values that differ from the value itself. */
const labels: Record<string, string> = {
  Sms: 'SMS',
  Whatsapp: 'WhatsApp',
  Rcs: 'RCS',
  Url: 'URL (GET)',
  UrlPost: 'URL (POST)',
  DateTime: 'Date and Time',
  Json: 'JSON',
  UrlButton: 'URL Button',
  PrioPlus: 'Prio Plus',
  SuccessOnly: 'Delivered',
  FinalOnly: 'Delivered or Failed',
  All: 'Delivered, Failed or Delayed',
  ErrorOnly: 'Failed',
};

/** The label of a value of a choice: a name, or the value with spaces between its words. */
export function labelOf(value: string): string {
  const named = Object.hasOwn(labels, value) ? labels[value] : languageLabel(value);
  return named ?? value.replace(/([a-z])([A-Z])(?=[a-z])/g, '$1 $2');
}

const LANGUAGE_CODE = /^[a-z]{2,3}(_[A-Z]{2})?$/;
/** Made when first needed, as it loads the data of all languages. In a published package, the forms are there already. */
let languageNames: Intl.DisplayNames | undefined;

/** `de` becomes `German (de)`. */
function languageLabel(code: string): string | undefined {
  if (!LANGUAGE_CODE.test(code)) return undefined;
  languageNames ??= new Intl.DisplayNames('en', { type: 'language' });
  return `${languageNames.of(code.replace('_', '-')) ?? code} (${code})`;
}
