// The forms, made from the contract once and for all: whoever shows or fills one in needs neither zod nor the contract's schemas.
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';

const source = path.join(import.meta.dirname, '..', 'core', 'forms', 'forms.ts');
const made = await tsImport(source, import.meta.url);

/** What core/forms/forms.ts makes. */
export const { forms } = made;

// Read as JSON, which takes a fraction of the time that so large an object takes as JavaScript.
const code = `export const forms = JSON.parse(${JSON.stringify(JSON.stringify(forms))});`;

/** For a bundler: what the file makes in place of the file. */
export const madeForms = {
  name: 'made-forms',
  load: { filter: { id: /core.forms.forms\.ts$/ }, handler: () => code },
};
