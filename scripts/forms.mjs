// Makes the forms from the contract when the package is built, so that code that shows or fills in a form needs neither zod nor the
// contract's schemas.
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';

const source = path.join(import.meta.dirname, '..', 'core', 'forms', 'forms.ts');
const made = await tsImport(source, import.meta.url);

/** The result of core/forms/forms.ts. */
export const { forms } = made;

// Parsing JSON takes a fraction of the time of loading such a large object as JavaScript.
const code = `export const forms = JSON.parse(${JSON.stringify(JSON.stringify(forms))});`;

/** A plugin for the bundler that replaces the file by its result. */
export const madeForms = {
  name: 'made-forms',
  load: { filter: { id: /core.forms.forms\.ts$/ }, handler: () => code },
};
