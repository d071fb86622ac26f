import { contacts } from './contacts';
import { content } from './content';
import { interactive } from './interactive';
import type { Translations } from './languages';
import { message } from './message';
import { sentences } from './sentences';
import { template } from './template';

/** The texts of the contract (`core/contract`) in other languages. A test requires all of them. */
export const translations: Translations = {
  ...message,
  ...content,
  ...contacts,
  ...interactive,
  ...template,
  ...sentences,
};
