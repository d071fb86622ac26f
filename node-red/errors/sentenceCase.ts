import { catalogIn } from './catalog';

/** A label of the contract in a language; in English in the case of Node-RED's dialogs: `Send at` for `Send At`. Others stay. */
export function labelIn(language: string, label: string): string {
  const catalog = catalogIn(language);
  return catalog === undefined ? sentenceCase(label) : (catalog.labels[label] ?? label);
}

/** Names that keep their case, beside words with a capital within, such as WhatsApp and SMS. */
const NAMES = ['Prio Plus'];

function sentenceCase(label: string): string {
  if (NAMES.includes(label)) return label;
  return label.replace(/(?<=\s)[A-Z](?=[a-z]+(?![A-Za-z]))/g, (letter) => letter.toLowerCase());
}
