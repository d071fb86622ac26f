/** Names that keep their case, beside words with a capital within, such as WhatsApp and SMS. */
const NAMES = ['Prio Plus'];

/** The label of a field in the case of Node-RED's own dialogs: `Send at` for the contract's `Send At`. */
export function sentenceCase(label: string): string {
  if (NAMES.includes(label)) return label;
  return label.replace(/(?<=\s)[A-Z](?=[a-z]+(?![A-Za-z]))/g, (letter) => letter.toLowerCase());
}
